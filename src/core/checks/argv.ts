// Splitter of a check's text into argv, without a shell.

export type Token = {
  readonly text: string;
  readonly op: boolean;
  readonly bare: boolean;
  readonly start: number;
  readonly end: number;
};

const operators = new Set(["|", "&", ";", "<", ">", "$", "(", ")", "`", "\n", "\r"]);
const blank = (char: string): boolean => char === " " || char === "\t";

/** Words and shell operators with their positions; null if a quote isn't closed. */
export const tokens = (text: string): readonly Token[] | null => {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (blank(char)) {
      at += 1;
      continue;
    }
    if (operators.has(char)) {
      found.push({ text: char, op: true, bare: true, start: at, end: at + 1 });
      at += 1;
      continue;
    }
    const start = at;
    let word = "";
    let bare = true;
    while (at < text.length && !blank(text.charAt(at)) && !operators.has(text.charAt(at))) {
      const quote = text.charAt(at);
      if (quote !== "'" && quote !== '"') {
        word += quote;
        at += 1;
        continue;
      }
      bare = false;
      at += 1;
      while (at < text.length && text.charAt(at) !== quote) {
        const escaped =
          quote === '"' &&
          text.charAt(at) === "\\" &&
          (text.charAt(at + 1) === '"' || text.charAt(at + 1) === "\\");
        word += text.charAt(escaped ? at + 1 : at);
        at += escaped ? 2 : 1;
      }
      if (at >= text.length) return null;
      at += 1;
    }
    found.push({ text: word, op: false, bare, start, end: at });
  }
  return found;
};

/** The command as it would be typed: quotes words with special characters, so that word boundaries are unambiguous. */
export const argvText = (argv: readonly string[]): string =>
  argv
    .map((word) => (/^[\p{L}\p{N}_@%+=:,./^~-]+$/u.test(word) ? word : JSON.stringify(word)))
    .join(" ");

const idle = new Set(["true", ":", "echo", "printf", "exit", "sleep"]);

const shellWords = new Set("! [[ { if for while until case export source eval".split(" "));
/** A word that only a shell understands, so it can't be a program. */
export const isShellWord = (word = ""): boolean => shellWords.has(word);

/** Programs that only run another program, which is the one that counts. */
const starters = new Set(
  "env command exec nice nohup timeout time stdbuf setsid busybox".split(" "),
);
const isForStarter = (word: string): boolean =>
  /^(?:-|\d+(?:\.\d+)?[smhd]?$|[A-Za-z_][A-Za-z0-9_]*=)/u.test(word);

/** The command passes whatever the state of the work, by its name. What else does is tried on an empty tree. */
export const isHollow = (argv: readonly string[]): boolean => {
  const program = (argv[0] ?? "").split("/").at(-1) ?? "";
  if (starters.has(program)) {
    const started = argv.findIndex((word, index) => index > 0 && !isForStarter(word));
    return started > 0 && isHollow(argv.slice(started));
  }
  return idle.has(program);
};
