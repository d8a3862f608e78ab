// Patterns for model names, programs, arguments and variables: for configuration reader, schema and init.

/** As patterns for programs of others: JSON Schema's, in a regular expression's own escapes. A model's name is an argument of its own: what begins with a dash would be taken for an option. */
export const patterns = {
  model: "^[^-\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$",
  program: "^[^-\\u0000][^\\u0000]*$",
  /** No program takes a zero byte. */
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
