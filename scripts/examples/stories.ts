// The examples of the guide: for each page, what is typed there.
import { steps } from "../../test/fixtures/shop/player.ts";
import { agents } from "./agents.ts";
import type { Desk } from "./desk.ts";
import { machines } from "./machines.ts";
import { ownAgent } from "./own-agent.ts";

/**
 * @property name of its count of conversations in README.md
 * @property pages each takes the texts of its own blocks
 * @property missing what this machine lacks for it; null: nothing
 * @property tell gives texts by the name of the block
 */
export type Story = {
  readonly name: string;
  readonly pages: readonly string[];
  readonly missing?: string | null;
  readonly tell: (desk: Desk) => Promise<Readonly<Record<string, string>>>;
};

const goal = "Count quantities, add slugs and a CSV export";

/** What stands before it has times in its words. */
const from = (text: string, mark: string): string => text.slice(Math.max(0, text.indexOf(mark)));

/** The repository's own failing test is mended: its whole suite is a check of the other three ways to work. */
const mended = async ({ edit, git }: Desk): Promise<void> => {
  edit("src/cart.js", "item.price", "item.price * item.quantity");
  await git("commit", "--quiet", "--all", "--message", "Count quantities");
};

const gettingStarted: Story = {
  name: "getting-started",
  pages: ["docs/guide/getting-started.md"],
  tell: async ({ type }) => {
    const plan = await type(["run", "ultrawork", goal], [3]);
    const approve = await type(["decide", "approve-1", "approve"]);
    const work = await type(["run"]);
    return {
      plan,
      work: [approve, work].join("\n\n"),
      merge: await type(["merge"]),
      undo: await type(["undo"]),
    };
  },
};

/** One run of it is told on two pages, which is half as dear as two. */
const ultrawork: Story = {
  name: "ultrawork",
  pages: ["docs/guide/ultrawork.md", "docs/guide/evidence.md"],
  tell: async ({ type, git, edit }) => {
    const run = await type(["run", "ultrawork", goal, "--auto"]);
    const caught = await type(["log"], [0], / UnitReturned /u);
    const evidence = await type(["evidence", "2"]);
    const all = await type(["evidence"]);
    const verify = await type(["verify"]);
    await type(["merge"]);
    edit("src/cart.js", "item.quantity", "1");
    await git("commit", "--quiet", "--all", "--message", "Forget the quantities again");
    const recheck = await type(["evidence", "1", "--recheck"], [0, 5]);
    return { run, caught, evidence, all, verify, recheck };
  },
};

const player: Story = {
  name: "player",
  pages: ["docs/guide/player.md"],
  tell: async (desk) => {
    const { type } = desk;
    await mended(desk);
    const words = steps.flatMap((step) => ["--step", step]);
    const compose = await type(["template", "compose", "Small change", ...words]);
    const run = await type(
      ["run", "player", "small-change", "--context", "goal=Take a percentage off the total"],
      [3],
    );
    const next = await type(["decide", "CP-01", "continue"]);
    const red = await type(["run"], [3]);
    const back = await type([
      "resume",
      "--to",
      "CP-01",
      "--note",
      "the percentage is taken off as an amount",
      "--yes",
    ]);
    await type(["resume"]);
    await type(["decide", "CP-01", "continue"]);
    return {
      compose,
      run,
      red: [next, ["$ cairn run", "…", "", from(red, "waits for you")].join("\n")].join("\n\n"),
      back: [back, await type(["run"])].join("\n\n"),
    };
  },
};

const iterative: Story = {
  name: "iterative",
  pages: ["docs/guide/iterative.md"],
  tell: async (desk) => {
    const { type } = desk;
    await mended(desk);
    const plan = await type(
      [
        "run",
        "iterative",
        "Add price(cents) to the shop",
        "--slug",
        "price",
        "--done-when",
        "node --test passes",
      ],
      [3],
    );
    const approve = await type(["decide", "plan", "approve"]);
    return {
      plan,
      work: [approve, await type(["run"])].join("\n\n"),
      evidence: await type(["evidence", "price"]),
    };
  },
};

const stigmergy: Story = {
  name: "stigmergy",
  pages: ["docs/guide/stigmergy.md"],
  tell: async (desk) => {
    const { type } = desk;
    await mended(desk);
    const blueprint = await type(
      [
        "run",
        "stigmergy",
        "Vouchers: people type a code at the checkout and pay less",
        "--name",
        "Vouchers",
      ],
      [3],
    );
    const approve = await type(["decide", "blueprint", "approve"]);
    return {
      blueprint,
      work: [approve, await type(["run"])].join("\n\n"),
      evidence: await type(["evidence", "1.2"]),
    };
  },
};

const decisions: Story = {
  name: "decisions",
  pages: ["docs/guide/decisions.md"],
  tell: async ({ type }) => {
    await type(["run", "ultrawork", goal], [3]);
    const revise = await type([
      "decide",
      "approve-1",
      "revise",
      "--note",
      "Leave out the CSV export",
    ]);
    await type(["run"], [3]);
    return {
      waiting: await type(["decide"]),
      revise,
      wrong: await type(["decide", "approve-2", "aprove"], [2]),
    };
  },
};

const files: Story = {
  name: "files",
  pages: ["docs/guide/files.md"],
  tell: async ({ type, edit }) => {
    await type(["run", "ultrawork", goal, "--session", "shop"], [3]);
    edit(
      "../sessions/tiny-shop/sessions/shop/session.json",
      '"phase": "PLANNING"',
      '"phase": "COMPLETE"',
    );
    await type(["doctor", "--fix"], [0, 5]);
    return { refused: await type(["log"], [0], / EditRefused /u) };
  },
};

const trouble: Story = {
  name: "trouble",
  pages: ["docs/guide/trouble.md"],
  tell: async ({ type }) => ({ doctor: await type(["doctor"], [0, 5]) }),
};

const page: Story = {
  name: "page",
  pages: ["docs/guide/page.md"],
  tell: async ({ served }) => ({ serve: await served(["serve"], 4) }),
};

export const stories: readonly Story[] = [
  gettingStarted,
  ultrawork,
  player,
  iterative,
  stigmergy,
  decisions,
  files,
  trouble,
  agents,
  page,
  machines,
  ownAgent,
];
