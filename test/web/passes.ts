// Runs of iterative and stigmergy for the web tests, played first, one after the other.
import { join } from "node:path";
import { brief, passesScript, request } from "../fixtures/shop/passes.ts";
import { idea, rolesScript } from "../fixtures/shop/roles.ts";
import type { Plot } from "./plots.ts";

const idIn = (text: string): string => {
  const id = /run (\S+) is started/u.exec(text)?.[1];
  if (id === undefined) throw new Error(`no run was started: ${text.slice(0, 400)}`);
  return id;
};

export const passFiles: Readonly<Record<string, string>> = {
  "passes.mjs": passesScript(),
  "roles.mjs": rolesScript(),
};

/** In this order. */
export const passPlots: readonly Plot[] = [
  {
    name: "prices",
    means: "an iterative that is over, with full evidence",
    tell: async (ground) => {
      const run = idIn(
        (await ground.cairn(["run", "iterative", request, "--slug", "prices", ...brief], [3])).err,
      );
      await ground.cairn(["decide", run, "plan", "approve"]);
      await ground.cairn(["run", run]);
      ground.git("add", ".");
      ground.git("commit", "--quiet", "--allow-empty", "--message", "Prices");
      return run;
    },
  },
  {
    name: "stuck",
    means: "an iterative whose unit has used up its passes: it asks for more",
    tell: async (ground) => {
      const gate = JSON.stringify([
        { name: "staging", argv: ["test", "-e", join(ground.folder, "staging.ok")] },
      ]);
      const wish = "Add prices to the staging server";
      const run = idIn(
        (
          await ground.cairn(
            ["run", "iterative", wish, "--slug", "staging", "--gates", gate, ...brief],
            [3],
          )
        ).err,
      );
      await ground.cairn(["decide", run, "plan", "approve"]);
      await ground.cairn(["run", run], [3]);
      return run;
    },
  },
  {
    name: "ranges",
    means: "an iterative whose plan waits for a person",
    tell: async (ground) =>
      idIn(
        (
          await ground.cairn(
            ["run", "iterative", "Add price ranges to the shop", "--slug", "ranges", ...brief],
            [3],
          )
        ).err,
      ),
  },
  {
    name: "project",
    means: "a stigmergy whose blueprint waits for a person",
    tell: async (ground) =>
      idIn((await ground.cairn(["run", "stigmergy", idea, "--name", "Vouchers"], [3])).err),
  },
];
