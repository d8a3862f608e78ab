// The state with which a run begins: as it was started, or as a folder was found.
import type { Recorded } from "../../../core/row.ts";
import type * as t from "../../../kit/schema.ts";
import type { adoption, beginning } from "../opening-shapes.ts";
import type { Plan, State, Unit } from "../state.ts";
import { describedOf } from "../units.ts";
import { briefOf, contextOf } from "./brief.ts";
import { freshDesk, freshFinal, freshUnit } from "./change.ts";

export const started = (data: t.DataOf<typeof beginning>, at: string): State => ({
  run: data.run,
  task: data.task,
  slug: data.slug,
  mode: data.mode,
  domain: data.domain,
  domains: data.domains,
  request: data.request,
  title: null,
  phase: "discover",
  skipped: false,
  paused: false,
  ended: null,
  delivery: null,
  deliveries: 0,
  archiveAsked: null,
  archive: null,
  filesDropped: false,
  origin: data.origin,
  createdAt: at,
  updatedAt: at,
  settings: data.settings,
  brief: null,
  questions: [],
  plan: { rev: 0, state: "none", proposal: null, notes: "", rejection: null, at: null },
  context: null,
  guardrails: data.guardrails,
  units: [],
  dropped: [],
  current: null,
  commits: [],
  interviewer: freshDesk,
  planner: freshDesk,
  reviewer: freshDesk,
  final: freshFinal,
  bypasses: [],
  claims: [],
  discrepancies: 0,
  extras: [],
  refused: null,
  adopted: null,
});

type Adoption = t.DataOf<typeof adoption>;
type Found = Adoption["found"];

const unitFrom = (found: Found["units"][number], content: string | null): Unit => {
  const { stuck } = found;
  return {
    ...freshUnit(describedOf(found)),
    stage: found.stage,
    stuck: stuck === null ? null : { n: 1, ...stuck, skipped: false },
    stuckCount: stuck === null ? 0 : 1,
    seq: found.seq,
    used: found.used,
    confirmations: found.confirmations,
    gates: found.gates,
    verifications: found.verifications,
    variant: found.used > 0 ? "later" : "first",
    remaining: found.remaining,
    lastDid: found.last_did,
    content,
    commits: found.commits,
    basis: found.basis,
    accepted: found.accepted === null ? null : { reason: found.accepted, by: "as found" },
    completedAt: found.completed_at,
  };
};

const planFrom = ({ plan, units }: Found): Plan => ({
  rev: plan.state === "none" ? 0 : 1,
  state: plan.state,
  proposal: plan.state === "proposed" ? { warnings: [], units: units.map(describedOf) } : null,
  notes: plan.notes,
  rejection: null,
  at: plan.at,
});

/** An archived run has ended, whatever its phase. */
const endOf = ({ archived, phase }: Found): State["ended"] => {
  if (archived === null && phase !== "complete") return null;
  return phase === "complete"
    ? { how: "delivered", reason: "" }
    : { how: "cancelled", reason: "found in the archive" };
};

/** An adopted folder proves nothing, and nothing in it is active. */
export const adopted = (data: Adoption, { at, by }: Recorded): State => {
  const { found } = data;
  const fresh = started(
    {
      run: data.run,
      request: found.brief?.outcome ?? found.task,
      task: found.task,
      slug: found.slug,
      mode: found.mode,
      domain: found.domain,
      domains: [],
      guardrails: found.guardrails,
      settings: data.settings,
      origin: null,
    },
    at,
  );
  return {
    ...fresh,
    title: found.title ?? null,
    phase: found.phase,
    ended: endOf(found),
    delivery:
      found.phase === "complete" ? { tree: null, by: by.name, at: found.updated ?? at } : null,
    archive: found.archived,
    createdAt: found.created ?? at,
    updatedAt: found.updated ?? at,
    brief:
      found.brief === null ? null : briefOf(found.brief, found.brief_at ?? found.created ?? at),
    plan: planFrom(found),
    context: found.context === null ? null : contextOf(found.context),
    units:
      found.plan.state === "proposed"
        ? []
        : found.units.map((unit) => unitFrom(unit, data.contents[unit.id] ?? null)),
    current: found.current,
    commits: found.commits,
    extras: found.extras,
    adopted: data.corrections,
  };
};
