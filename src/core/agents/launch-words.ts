// Patterns for model names, programs, arguments and variables: for configuration reader, schema and init.

/** Patterns for JSON Schema, with a regular expression's escapes, so that other programs can use them. A model's name is its own argument: a leading dash would make it an option. */
export const patterns = {
  model: "^[^-\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$",
  program: "^[^-\\u0000][^\\u0000]*$",
  /** No argument may contain a zero byte. */
  word: "^[^\\u0000]*$",
  variable: "^[^=\\u0000]+$",
} as const;

const are = (pattern: string): ((text: string) => boolean) => {
  const whole = new RegExp(pattern, "u");
  return (text) => whole.test(text);
};

export const isModelName = are(patterns.model);
export const isProgram = are(patterns.program);
export const isWord = are(patterns.word);
export const isVariable = are(patterns.variable);
