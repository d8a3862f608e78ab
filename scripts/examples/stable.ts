// Output made the same each time: what differs from run to run (ids, hashes, times, folders) is replaced by names that stay.

/** One of 8 digits alone is a date or a count, but behind these words; one of 12 may be a hash as well as any. */
const HASH =
  /(?<=\b(?:tree|commit|on|pinned) )(?:[0-9a-f]{12}|[0-9a-f]{8})\b|\b(?=[0-9a-f]*\d)(?:[0-9a-f]{40}|[0-9a-f]{12}|(?=[0-9a-f]*[a-f])[0-9a-f]{8})\b/gu;
const WORKER = /\b([a-z]+)-[0-9a-f]{6}\b/gu;

const RUNS = ["k7dm2q9x4rta", "v3hn8w5c6pzb", "t9fs4j2y7gxe"];
const HASHES = [
  "4c1d0f2e9a71",
  "9b0c6c1d2f3e",
  "b7836d8c5253",
  "f0a274560e6d",
  "3d5020d72a5a",
  "e15c88a0b94f",
  "7a2f6b31c0d8",
];

/** Gives each new text the next of `names`; behind the last one it numbers on. */
const naming = (
  names: readonly string[],
  further: (index: number) => string,
): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const name = names[known.size] ?? further(known.size);
    known.set(text, name);
    return name;
  };
};

/**
 * Remembers, so that one run has one name in all outputs of a desk.
 * @param folders path to what is shown for it
 * @returns takes the ids of all runs so far, and a text
 */
export const stableText = (
  folders: Readonly<Record<string, string>>,
): ((runs: readonly string[], text: string) => string) => {
  const runName = naming(RUNS, (index) => `run${String(index).padStart(9, "0")}`);
  const hashName = naming(HASHES, (index) => `c0ffee${String(index).padStart(6, "0")}`);
  const workerName = naming([], (index) => String.fromCodePoint(97 + (index % 26)));
  return (runs, text) => {
    let shown = text;
    for (const [path, name] of Object.entries(folders)) shown = shown.replaceAll(path, name);
    for (const run of runs) {
      const name = runName(run);
      shown = shown.replaceAll(run, name).replaceAll(`-${run.slice(0, 4)}`, `-${name.slice(0, 4)}`);
    }
    return (
      shown
        .replaceAll(HASH, (hash) =>
          RUNS.includes(hash)
            ? hash
            : hashName(hash.slice(0, 8)).padEnd(40, "0").slice(0, hash.length),
        )
        .replaceAll(WORKER, (worker, agent: string) => `${agent}-${workerName(worker)}`)
        .replaceAll(/(?<!\w)#\d+(?=\s)/gu, "#31")
        .replaceAll(/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ/gu, "2026-01-05 10:15:00Z")
        .replaceAll(/\b20\d{6}-\d{6}\b/gu, "20260105-101500")
        .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/gu, "2026-01-05T10:15:00.000Z")
        .replaceAll(/\b\d\d:\d\d:\d\d\b/gu, "10:15:00")
        .replaceAll(/\b\d+ events\b/gu, "70 events")
        .replaceAll(/\b127\.0\.0\.1:\d+/gu, "127.0.0.1:4747")
        .replaceAll(/\b(token=|Bearer )[\w-]{43}/gu, "$1…")
        // Of tests, as their runner tells them; a line that is cut may end within one.
        .replaceAll(/\(\d+(?:\.\d*)?(?=ms\)|…)/gu, "(1.2")
        .replaceAll(/\b20\d{6}\b/gu, "20260105")
        .replaceAll(/\b(?:\d+ min )?\d+(?:\.\d+)? (?:ms|s|min)\b/gu, "2 s")
    );
  };
};
