// What a fenced program has of its own and gives back: its settings and login, nobody else's, and its conversations.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import type { Kept, Program } from "./program.ts";
import { programs } from "./programs.ts";
import { fence, resultsSeenBy, scene } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { endedWell, placePlan, planned, type Story } from "./stories.ts";
import { greet, reportByText, scriptFor } from "./story.ts";

const loginOf = (name: string): string => JSON.stringify({ login: `of ${name}` });
/** Each program's once, by whichever drivers it is driven. */
const all = programs.flatMap(({ name, driver, keeps }) =>
  name !== undefined || keeps === undefined ? [] : [{ name: driver, ...keeps }],
);

/** As its user has it, and what of it lies in the job's own copies. */
const lookAt = ({ root }: Scene, { login, settings, conversations }: Kept) => {
  const home = join(root, "../home");
  return {
    login: readFileSync(join(home, login), "utf8"),
    settings: readFileSync(join(home, settings), "utf8"),
    conversations: existsSync(join(home, conversations)),
    copies: readdirSync(join(root, ".git/cairn/state"), {
      recursive: true,
      encoding: "utf8",
    }).filter((path) => basename(path) === basename(login)),
  };
};

/** A server of logins that gives this answer; its address, and what it was asked. */
const opened = async (
  t: TestContext,
  answer: unknown,
): Promise<{ readonly url: string; readonly asked: readonly string[] }> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  return { url: `http://127.0.0.1:${address.port}/token`, asked };
};

const ownOnly =
  (keeps: Kept): Story =>
  async (t, program, path) => {
    const logins = Object.fromEntries(all.map((one) => [one.login, loginOf(one.name)]));
    const fresh = JSON.stringify({ login: "renewed" });
    const login = `"$HOME/${keeps.login}"`;
    const within = [
      ...all.map((one) => `cat "$HOME/${one.login}"; echo`),
      `echo >> "$HOME/${keeps.settings}"`,
      `printf '%s' '${fresh}' > ${login}.new && mv ${login}.new ${login}`,
    ].join("; ");
    const here = await scene(t, {
      program: { ...program, home: (url) => ({ ...logins, ...program.home(url) }) },
      path,
      script: scriptFor([...greet, { shell: within }, ...reportByText]),
    });
    placePlan(here);
    const settings = readFileSync(join(here.root, "../home", keeps.settings), "utf8");
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err);
    const seen = all
      .filter(({ name }) => resultsSeenBy(here).includes(`of ${name}`))
      .map((one) => one.login);
    assert.deepEqual(seen, [keeps.login]);
    assert.deepEqual(lookAt(here, keeps), {
      login: fresh,
      settings,
      conversations: keeps.comeBack,
      copies: [],
    });
    await endedWell(here);
  };

const renewedByItself =
  (keeps: Kept, renewed: NonNullable<Kept["renewed"]>): Story =>
  async (t, program, path) => {
    const { url, asked } = await opened(t, renewed.answer);
    const home: Program["home"] = (model) => ({
      ...program.home(model),
      ...renewed.home(model),
      [keeps.login]: JSON.stringify(renewed.login),
    });
    const here = await scene(t, {
      program: { ...program, home, env: () => renewed.env(url) },
      path,
      script: scriptFor([...greet, ...reportByText]),
    });
    placePlan(here);
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err);
    // The judge had the new one, and asked for none.
    assert.deepEqual(asked, ["/token"]);
    assert.match(lookAt(here, keeps).login, /"renewed"/u);
    await endedWell(here);
  };

/** Those that the program can tell, inside a fence alone. */
export const keptStoriesOf = ({ keeps }: Program): Readonly<Record<string, Story>> => {
  if (fence === "off" || keeps === undefined) return {};
  const { renewed } = keeps;
  return {
    "it has its own login alone, and gives back that and its conversations, no settings":
      ownOnly(keeps),
    ...(renewed === undefined
      ? {}
      : {
          "a login that it renews by itself is its user's from then on": renewedByItself(
            keeps,
            renewed,
          ),
        }),
  };
};
