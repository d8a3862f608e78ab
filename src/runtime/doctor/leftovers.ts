// Doctor kinds of leftovers: half-made files of killed writers, broken cache, locked checkout.
import { siteOf } from "../../landing/site.ts";
import { always, type Case, problem, type Symptom, type RunKind, type WholeKind } from "./kind.ts";

const fits = "it is no longer written: it is removed, and an edit in it is kept";

/** All folders with files of the run, including its own. */
const subfolders = async ({ folded, log }: Case): Promise<readonly string[]> => {
  const paths = Object.keys(folded.protocol.write(folded.state, await log()));
  const places = paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  return [...new Set([...places, ...folded.protocol.dropIns.map(({ folder }) => folder)])].filter(
    (place) => place !== "",
  );
};

export const leftoverInRun: RunKind = {
  kind: "leftover-file",
  async look(at) {
    const remains = await at.driving.engine.workspace.remains();
    const left = await remains.inRun(at.folder, await subfolders(at));
    return left.map((path) => problem(path, `${path} is what a killed process was writing`, fits));
  },
  mend: { may: always, act: ({ write }) => write() },
};

export const leftoverOwn: WholeKind = {
  kind: "leftover-file",
  async look({ parts }) {
    const left = await (await parts.engine.workspace.remains()).own();
    return left.map((path) => problem(path, `${path} is what a killed process was writing`, fits));
  },
  mend: {
    may: always,
    act: async ({ parts }, { subject }) => (await parts.engine.workspace.remains()).drop(subject),
  },
};

export const leftoverEntry: WholeKind = {
  kind: "leftover-spool",
  async look({ parts }) {
    const left = await (await parts.engine.workspace.remains()).entries();
    return left.map((path) =>
      problem(
        path,
        `${path} is a job's folder that a killed process was making or removing`,
        "nothing ever ran from it: it is taken away",
      ),
    );
  },
  mend: {
    may: always,
    act: async ({ parts }) => (await parts.engine.workspace.remains()).dropEntries(),
  },
};

export const cacheBroken: WholeKind = {
  kind: "cache-broken",
  async look({ parts }) {
    const why = await (await parts.engine.workspace.remains()).cache();
    if (why === null) return [];
    const text = `the cache of what was written last can't be read: ${why}`;
    return [
      problem("projections.db", text, "it is thrown away and made anew: nothing is lost with it"),
    ];
  },
  mend: {
    may: always,
    act: async ({ parts }) => (await parts.engine.workspace.remains()).dropCache(),
  },
};

/** Left by a merge or an undo: until removed, the user's git reports another git process. */
export const checkoutLocked: WholeKind = {
  kind: "checkout-locked",
  async look({ cards, parts: { engine }, folded }) {
    const roots = new Set<string>();
    for (const card of cards)
      if (siteOf((await folded(card))?.state) !== null)
        roots.add(engine.resolve(engine.base, card.root));
    // Without landing there are no merges.
    if (roots.size === 0) return [];
    const places = await engine.workspace.places();
    const found = await Promise.all(
      [...roots].map(async (root) => ({ root, killed: await places.killed(root) })),
    );
    return found.flatMap(({ root, killed }): readonly Symptom[] => {
      if (killed === null) return [];
      const text = `${killed.lock} is the lock of a \`cairn merge\` or \`cairn undo\` that was killed: it keeps git out of this checkout`;
      const fits = killed.isHalf
        ? "repeat that command: it finishes what it began, and removes the lock"
        : "HEAD and the files are as that command wanted them: the lock is removed";
      return [
        {
          subject: root,
          severity: "error",
          text,
          fits,
          ...(killed.isHalf ? { kind: "checkout-half" } : {}),
        },
      ];
    });
  },
  mend: {
    may: ({ kind }) => kind === undefined,
    act: async ({ parts }, { subject }) => (await parts.engine.workspace.places()).unlock(subject),
  },
};
