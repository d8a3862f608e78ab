// Verb `cairn schema`: prints the JSON Schema of a document, command or event.
import { isRefusal, refuse } from "../../core/refusal.ts";
import { list } from "../terminal/layout.ts";
import { suggestion } from "../help/nearest.ts";
import { exits, type Verb } from "../verb.ts";

export const schema: Verb = {
  name: "schema",
  summary: "JSON Schema of a document, command or event; all their names if none is said",
  args: [{ word: "DOCUMENT", must: false, means: "its name as listed, such as ultrawork/Start" }],
  options: {},
  example: ["cairn schema", "cairn schema ultrawork/ProposePlan"],
  run: async (context) => {
    const [name] = context.words;
    const system = await context.system();
    const { documents } = await import("../files/documents.ts");
    const protocols = await Promise.all(
      system.protocols.map((protocol) => system.protocol(protocol)),
    );
    const found = await documents(
      protocols.flatMap((protocol) => (isRefusal(protocol) ? [] : [protocol])),
    );
    if (name === undefined)
      return {
        exit: exits.done,
        json: { documents: found.map(({ name, kind, means }) => ({ name, kind, means })) },
        text: (page) =>
          list(
            found.map(({ name, kind, means }) => [name, kind, means]),
            page,
          ).join("\n"),
      };
    const fits = found.filter(
      (document) => document.name === name || document.name.split("/").slice(1).join("/") === name,
    );
    const [only] = fits;
    if (only === undefined || fits.length > 1) {
      const names = (fits.length > 1 ? fits : found).map((document) => document.name);
      const short = found.map((document) => document.name.split("/").slice(1).join("/"));
      return refuse(
        "DOCUMENT_UNKNOWN",
        fits.length > 1 ? `${name} may be several` : `there is no document ${name.slice(0, 80)}`,
        { fits: fits.length > 1 ? names.join(", ") : suggestion(name, [...names, ...short]) },
      );
    }
    return {
      exit: exits.done,
      json: only.schema(),
      text: () => JSON.stringify(only.schema(), null, 2),
    };
  },
};
