// Mutation of real documents for fuzzing: delete, double, swap, retype, deepen, cut, splice.
import fc from "fast-check";
import { isRecord } from "../../src/core/json/record.ts";

/** [how, where, what]: numbers, so that a failing case shrinks to the smallest change. */
type Step = readonly [how: number, at: number, to: number];
const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(23), fc.nat(1_000_000), fc.nat(1_000_000));

const words = [
  "",
  " ",
  "open",
  "resolved",
  "failed",
  "in_progress",
  "pending",
  "done",
  "PLANNING",
  "EXECUTION",
  "VERIFICATION",
  "COMPLETE",
  "CANCELLED",
  "PASS",
  "FAIL",
  "1.0",
  "6.1",
  "1",
  "2",
  "verify",
  "fix-1-1",
  "true",
  "null",
  "../x",
  "/etc/passwd",
  "~/x",
  "a\0b",
  "a\nb",
  "CON",
  "NUL.json",
  "é".repeat(150),
  "x".repeat(20_000),
  "constructor",
  "__proto__",
  "toString",
  "\u{feff}",
  "\u202e",
  "\ud800",
  "2026-01-08T12:00:00Z",
  "9999-99-99T99:99:99Z",
  "npm test || true",
  "d".repeat(64),
];
const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  1e300,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { id: "1" },
  ["a", 1, null],
  { criteria: "a", output: "fine", verified: true },
];
const keys = [
  "",
  "id",
  "status",
  "phase",
  "evidence",
  "evidence_log",
  "child_tasks",
  "blocked_by",
  "blockedBy",
  "verified",
  "criteria",
  "success_criteria",
  "version",
  "tasks",
  "job",
  "exit",
  "proofs",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "a/b~c",
  "0",
  "x_mine",
];

const pick = <T>(from: readonly T[], n: number): T | undefined =>
  from[n % Math.max(1, from.length)];
const junk = (n: number): unknown =>
  n % 2 === 0 ? pick(words, n >> 1) : structuredClone(pick(others, n >> 1));

type Holder = { readonly of: Record<string, unknown> | unknown[]; readonly key: string };
const isOpen = (value: unknown): value is Record<string, unknown> => isRecord(value);
const places = (root: unknown): readonly Holder[] => {
  const found: Holder[] = [];
  const walk = (value: unknown): void => {
    if (!Array.isArray(value) && !isOpen(value)) return;
    for (const key of Object.keys(value)) {
      found.push({ of: value, key });
      walk(Array.isArray(value) ? value[Number(key)] : value[key]);
    }
  };
  walk(root);
  return found;
};
const get = ({ of, key }: Holder): unknown => (Array.isArray(of) ? of[Number(key)] : of[key]);
/** Also under names that mean something to the language. */
const put = ({ of, key }: Holder, value: unknown): void => {
  if (!Array.isArray(of))
    Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });
  else if (/^\d+$/u.test(key) && Number(key) < of.length) of[Number(key)] = value;
  else of.push(value);
};
const drop = ({ of, key }: Holder): void => {
  if (Array.isArray(of)) of.splice(Number(key), 1);
  else delete of[key];
};

const deepened = (value: unknown, levels: number): unknown => {
  let deep = value;
  for (let n = 0; n < levels; n += 1) deep = n % 2 === 0 ? [deep] : { a: deep };
  return deep;
};

/** Changes of the value; what is left of them is for the text. */
const change = (root: { value: unknown }, [how, at, to]: Step): void => {
  const all = [{ of: root, key: "value" }, ...places(root.value)];
  const one = pick(all, at);
  const other = pick(all, to);
  if (one === undefined || other === undefined) return;
  const value = structuredClone(get(one));
  if (how < 3) drop(one);
  else if (how < 5 && Array.isArray(one.of)) one.of.splice(Number(one.key), 0, value);
  else if (how < 6) put({ of: one.of, key: pick(keys, to) ?? "" }, value);
  else if (how < 8) {
    put(one, structuredClone(get(other)));
    if (!JSON.stringify(value ?? null).includes(JSON.stringify(get(one) ?? null)))
      put(other, value);
  } else if (how < 12) put(one, junk(to));
  else if (how < 13) put(one, deepened(value, to % 120));
  else if (how < 15) put(one, JSON.stringify(value) ?? "");
  else if (how < 17) {
    drop(one);
    put({ of: one.of, key: pick(keys, to) ?? "" }, value);
  } else if (Array.isArray(value)) put(one, [...value, junk(to)]);
};

/** Changes of the text, which JSON itself may not survive. */
const spoil = (text: string, [how, at, to]: Step): string => {
  const from = at % (text.length + 1);
  const until = to % (text.length + 1);
  if (how === 18) return text.slice(0, from);
  if (how === 19)
    return (
      text.slice(0, from) +
      text.slice(Math.min(from, until), Math.max(from, until)) +
      text.slice(from)
    );
  if (how === 20) return text.slice(0, from) + text.slice(from + 1 + (to % 5));
  if (how === 21)
    return (
      text.slice(0, from) +
      (pick(
        [
          '"',
          "\\",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\0",
          "\u{feff}",
          "\n",
          "1e9999",
          "-",
          "```",
          '{"a":1,"a":2}',
        ],
        to,
      ) ?? "") +
      text.slice(from)
    );
  if (how === 22) return text.replace(/"(?<key>[a-z_]+)":/u, (whole) => `${whole} 1, ${whole}`);
  if (how === 23)
    return (
      pick(
        [
          `\u{feff}${text}`,
          text.replaceAll("\n", "\r\n"),
          text.replaceAll("\n", "\r"),
          [...text].join("\0"),
          text.replaceAll('"', "'"),
          "",
          text.toUpperCase(),
        ],
        to,
      ) ?? text
    );
  return text;
};

const applied = (document: string, steps: readonly Step[]): string => {
  let text = document;
  const structured = steps.filter(([how]) => how < 18);
  if (structured.length > 0) {
    const root: { value: unknown } = { value: JSON.parse(document) };
    for (const one of structured) change(root, one);
    text = `${JSON.stringify(root.value, null, 2) ?? ""}\n`;
  }
  return steps.filter(([how]) => how >= 18).reduce(spoil, text);
};

/** JSON documents with a few changes each, some with none. */
export const mutated = (documents: readonly string[], most = 4): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(documents.length - 1), fc.array(step, { maxLength: most }))
    .map(([which, steps]) => applied(documents[which] ?? "", steps));

/** The value of such a document, changed as a value only. */
export const mutatedValue = (documents: readonly unknown[], most = 4): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.nat(documents.length - 1), fc.array(step, { maxLength: most }))
    .map(([which, steps]) => {
      const root: { value: unknown } = { value: structuredClone(documents[which]) };
      for (const one of steps) if (one[0] < 18) change(root, one);
      return root.value;
    });

/** Lines of text with changes of their characters and of their order. */
export const mutatedLines = (documents: readonly string[], most = 4): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(documents.length - 1), fc.array(step, { maxLength: most }))
    .map(([which, steps]) => {
      let text = documents[which] ?? "";
      for (const [how, at, to] of steps) {
        const lines = text.split("\n");
        const [a, b] = [at % lines.length, to % lines.length];
        if (how < 4) lines.splice(a, 1);
        else if (how < 8) lines.splice(a, 0, lines[b] ?? "");
        else if (how < 12) [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
        else if (how < 14) lines[a] = String(pick(words, to));
        text = how < 14 ? lines.join("\n") : spoil(text, [18 + (how % 6), at, to]);
      }
      return text;
    });

/** Texts that were no document at all. */
export const raw: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.json({ maxDepth: 4 }),
  fc
    .array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        '"a"',
        "1",
        "-",
        "null",
        "tru",
        " ",
        "\n",
        "\u{feff}",
        "\ud800",
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(...words),
);
