// Schemas of what a server serves, of the options for a run, of its start and of an attempt's end.
import * as t from "../../kit/schema.ts";
import { id } from "./acts.ts";

export const here = t.open({
  root: t.means("the working tree's folder, absolute", t.text),
  version: t.text,
  as: t.means(
    "the sender recorded for clicks: `person:ana`; an agent if the server was started within a job",
    t.text,
  ),
  protocols: t.list(t.text),
});

const texts = t.list(t.text);
const data = t.byName(t.anything);

export const startable = t.open({
  usual: t.means("the default protocol", t.text),
  protocols: t.list(
    t.open({
      name: t.text,
      purpose: t.text,
      goal: t.means('the field of its data with the goal: `["goal"]`', texts),
      plays: t.means("it plays a template", t.flag),
      switches: t.means(
        "options that change the default behaviour",
        t.list(t.open({ name: t.text, means: t.text })),
      ),
      roles: t.means(
        "`agent` null: unassigned; `hand`: an external worker",
        t.list(t.open({ role: t.text, agent: t.maybe(t.text) })),
      ),
    }),
  ),
  agents: t.list(
    t.open({
      name: t.text,
      driver: t.text,
      wrong: t.means("why it can't start on this machine; null: it can", t.maybe(t.text)),
    }),
  ),
  lacks: t.means("what to do if no agent is configured; null: one is", t.maybe(t.text)),
  checks: t.means(
    "programs that all work must pass",
    t.list(t.open({ name: t.text, argv: texts })),
  ),
  budget: t.means("the default per run; null: no limit", t.maybe(t.text)),
  templates: t.list(
    t.open({
      slug: t.text,
      name: t.text,
      means: t.text,
      path: t.text,
      errors: t.means("how many prevent playing it", t.integer),
      needs: t.list(
        t.open({
          name: t.text,
          required: t.flag,
          means: t.text,
          otherwise: t.maybe(t.either(t.text, t.flag)),
        }),
      ),
    }),
  ),
  again: t.means(
    "how the run named by `again` was started; null: none named",
    t.maybe(
      t.open({
        protocol: t.text,
        data,
        switches: texts,
        agents: t.byName(t.text),
        budget: t.maybe(t.text),
      }),
    ),
  ),
});

export const stopped = t.open({
  run: t.text,
  job: t.text,
  stopped: t.means("false: that attempt had ended already", t.flag),
});

export const startBody = t.record({
  protocol: t.most(100, t.least(1, t.text)),
  data: t.standing(t.means("of the command that starts a run of it", data), {}),
  switches: t.standing(
    t.means("names of its switches that are on", t.mostOf(20, t.most(100, t.text))),
    [],
  ),
  agents: t.standing(
    t.means(
      "an agent for each role, `*` for all",
      t.keyed(t.most(200, t.text), t.most(200, t.text)),
    ),
    {},
  ),
  budget: t.standing(
    t.means(
      "what it may use at most, such as 5usd 3h; empty: as the configuration says",
      t.most(200, t.text),
    ),
    "",
  ),
  follows: t.optional(
    t.means(
      "a run: it begins on what landed of that, as long as that isn't merged",
      t.most(200, t.text),
    ),
  ),
  drive: t.standing(t.means("a runner of this server's begins its work at once", t.flag), true),
  id,
});
export const stopBody = t.record({
  job: t.most(500, t.least(1, t.text)),
  fence: t.means("of the attempt that is meant; a later one of the same job goes on", t.integer),
  note: t.standing(t.means("what the next attempt is told", t.most(100_000, t.text)), ""),
  id,
});
