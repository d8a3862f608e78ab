// Why: the record is worth what its check is worth: anybody can have the chain walked again.
import { isRefusal } from "../../core/refusal.ts";
import { cleanLine } from "../clean.ts";
import { wrap } from "../layout.ts";
import { pick } from "../pick.ts";
import { exits, type Verb } from "../verb.ts";
import { count } from "../words.ts";

export const verify: Verb = {
  name: "verify",
  summary: "walk the hash chain of one run or all, against its anchors",
  args: [{ word: "RUN", must: false, means: "one run; all if not said" }],
  options: {},
  example: ["cairn verify", "cairn verify 0198f3 --json"],
  run: async (context) => {
    const system = await context.system();
    const picked = context.words.length === 0 ? null : await pick(context, system, { min: 0, max: 0, words: "" });
    if (isRefusal(picked)) return picked;
    const { events, findings } = await system.verify(picked?.card.run);
    const ok = findings.length === 0;
    return {
      exit: ok ? exits.done : exits.damaged,
      json: { ok, events, findings },
      text: (page) =>
        ok
          ? `${count(events, "event")}: the chain is whole. That is evidence, not proof: whoever can write the ledger and its anchors can rewrite both.`
          : [
              `${count(findings.length, "finding")} in ${count(events, "event")}`,
              ...findings.flatMap(({ run, version, code, text }) => [
                ` ${cleanLine(run)}  #${version}  ${code}`,
                `   ${wrap(cleanLine(text), (Number.isFinite(page.width) ? page.width : 120) - 3, 3)}`,
              ]),
            ].join("\n"),
    };
  },
};
