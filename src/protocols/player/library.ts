// Template library: list, lookup, display and creation by the same readers as a start.
import type {
  Composed,
  Composing,
  Document,
  Library,
  Listed,
  Details,
  ShownNode,
} from "../../core/library.ts";
import type { Facts } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuseAll } from "../../core/refusal.ts";
import { lookupRefused } from "./decider/template.ts";
import { templateAsk } from "./start/lookup.ts";
import { resolve, stemOf, templatesFolder, templatesIn } from "./start/resolve.ts";
import { composed, slugFor, type TemplateRequest } from "./template/compose/compose.ts";
import { draftText, readDraft } from "./template/compose/draft.ts";
import { readSteps } from "./template/compose/steps.ts";
import { versionOf } from "./template/compose/versions.ts";
import { entryOf, indexWith } from "./template/listing.ts";
import { plan } from "./template/plan.ts";
import { readTemplate } from "./template/read-template.ts";
import { isWork, type Template, type TemplateNode } from "./template/template.ts";
import { validate } from "./template/validate.ts";

const drafts = `${templatesFolder}/design-drafts/archive`;

const listed = ({ path, text }: Document, template: Template): Listed => ({
  slug: stemOf(path),
  id: template.id,
  name: template.name,
  means: template.description,
  path,
  tags: template.tags,
  nodes: template.metadata.nodeCount,
  checkpoints: template.metadata.checkpointCount,
  needs: template.context.map((one) => ({
    name: one.name,
    type: one.type,
    required: one.required,
    means: one.description,
    otherwise: one.default,
  })),
  errors: validate(text, path).filter(({ severity }) => severity === "error").length,
});

/** Unreadable templates are listed too, so that users can see why one can't be played. */
const unreadable: Omit<Template, "id" | "name"> = {
  description: "",
  version: "1.0",
  createdAt: null,
  sourceSession: null,
  tags: [],
  context: [],
  nodes: [],
  edges: [],
  checkpoints: [],
  atomicGroups: [],
  metadata: { nodeCount: 0, checkpointCount: 0, estimatedDuration: null },
};

const list = (facts: Facts): readonly Listed[] =>
  templatesIn(facts.files)
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .map((one) => {
      const template = readTemplate(one.text);
      return listed(
        one,
        isRefusal(template) ? { ...unreadable, id: "", name: one.slug } : template,
      );
    });

const shownNode = (node: TemplateNode): ShownNode =>
  isWork(node)
    ? {
        id: node.id,
        name: node.name,
        what: `${node.type}:${node.cliTool ?? node.executor}`,
        args: node.args,
        onFail: node.onFail,
        waits: null,
      }
    : {
        id: node.id,
        name: node.name,
        what: node.type,
        args: node.description,
        onFail: null,
        waits: !node.autoContinue,
      };

const show = (document: Document): Details | Refusal => {
  const template = readTemplate(document.text);
  if (isRefusal(template)) return { ...template, path: document.path };
  const nodes = new Map(template.nodes.map((node) => [node.id, node]));
  return {
    ...listed(document, template),
    batches: plan(template).map(({ batch, parallel, nodes: ids }) => ({
      batch,
      parallel,
      nodes: ids.flatMap((id) => {
        const node = nodes.get(id);
        return node === undefined ? [] : [shownNode(node)];
      }),
    })),
    groups: template.atomicGroups.map((group) => ({
      name: group.name,
      nodes: group.nodes,
      means: group.description,
    })),
    findings: validate(document.text, document.path),
  };
};

const wantedOf = (asked: Composing): TemplateRequest | Refusal => {
  const drafted = asked.draft === null ? null : readDraft(asked.draft);
  if (isRefusal(drafted)) return drafted;
  const read = drafted ?? { ...readSteps(asked.lines), variables: [], type: null };
  const no = refuseAll(read.refused);
  if (no !== null) return no;
  return {
    name: asked.name.trim(),
    steps: read.steps,
    variables: read.variables,
    type: asked.type ?? read.type,
    description: asked.means,
    checkpoints: asked.checkpoints,
    auto: asked.auto,
  };
};

const compose = (asked: Composing, facts: Facts): Composed | Refusal => {
  const wanted = wantedOf(asked);
  if (isRefusal(wanted)) return wanted;
  const base = slugFor(wanted.name);
  if (isRefusal(base)) return base;
  const time = `${facts.at.slice(0, 19)}Z`;
  const dated = { day: facts.at.slice(0, 10).replaceAll("-", ""), time };
  const kept = templatesIn(facts.files);
  const pathOf = (slug: string): string => `${templatesFolder}/${slug}.json`;
  const found = versionOf(
    base,
    (slug) => composed(wanted, slug, dated, pathOf(slug)),
    (slug) => kept.find((one) => one.slug.toLowerCase() === slug)?.text ?? null,
  );
  if (isRefusal(found)) return found;
  const { slug, made, there } = found;
  const path = pathOf(slug);
  const entries = kept.flatMap((one) => entryOf(one.path, one.text) ?? []);
  return {
    path,
    text: made.text,
    slug,
    id: made.template.id,
    there,
    findings: validate(made.text, path),
    beside: [
      {
        path: `${drafts}/WFD-${slug}-${dated.day}/intent.json`,
        text: draftText(wanted, slug, dated),
      },
    ],
    shared: {
      path: `${templatesFolder}/index.json`,
      made: (text) => {
        const entry = entryOf(path, made.text);
        return entry === null
          ? { text: text ?? "", broken: false }
          : indexWith(text, entry, entries);
      },
    },
  };
};

export const library: Library = {
  ask: (name) => templateAsk(name, null),
  list,
  find: (name, facts) => {
    const { lookup, path, text } = resolve(name, facts.files);
    return lookupRefused(lookup, name) ?? { path, text };
  },
  show,
  compose,
};
