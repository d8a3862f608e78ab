// Forms that several parts of the configuration share.
import { isProgram, patterns } from "../../core/agents/launch-words.ts";
import { unknownKey } from "../../core/words/near.ts";
import * as t from "../../kit/schema.ts";

/** `of`: the object's name in findings. `like`: an example of it. */
export const object = <const F extends t.Fields>(of: string, fields: F, like?: string) =>
  t.record(fields, {
    unknown: (name) => unknownKey(of, name, Object.keys(fields)),
    like,
  });
/** All fields are optional. */
export const some = <const F extends t.Fields>(of: string, fields: F, like?: string) =>
  t.partial(object(of, fields, like));

export const word = t.matching(new RegExp(patterns.word), "must hold no zero byte");
export const texts = (rule: string, is: (text: string) => boolean) =>
  t.told(rule, t.texts, (given) => given.every(is));

/** A program and its arguments, never through a shell. */
export const argvOf = <S extends t.Schema>(rule: string, words: S) => {
  const first = { minItems: 1, prefixItems: [{ type: "string", pattern: patterns.program }] };
  const isArgv = ([program]: readonly unknown[]): boolean =>
    typeof program === "string" && isProgram(program);
  return t.annotated(first, t.told(rule, t.list(words), isArgv));
};
export const argv = argvOf(
  'must be a list of texts without zero bytes that begins with the program: ["npm", "test"]',
  word,
);
