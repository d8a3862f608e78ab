// A template as a run pins it, and the batches of its plan.
import type { Template } from "../template/template.ts";
import { readTemplate } from "../template/read-template.ts";
import { plan } from "../template/plan.ts";
import type { Pin, State } from "../state.ts";
import { isRefusal } from "../../../core/refusal.ts";
const bodyOf = (text: string): Template | null => {
  const body = readTemplate(text);
  return isRefusal(body) ? null : body;
};
export const pinOf = (path: string, text: string, digest: string): Pin => {
  const body = bodyOf(text);
  return { id: body?.id ?? "", name: body?.name ?? "", path, text, digest, body };
};
export const batchesOf = (body: Template): State["plan"] =>
  plan(body).map(({ nodes, parallel }) => ({ nodes, parallel }));
