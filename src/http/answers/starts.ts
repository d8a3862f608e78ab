// Types of answers about starting runs and ending attempts.

/** GET /api/start?again=: what can be started here, and how a run was started. */
export type Startable = {
  /** The default protocol. */
  readonly usual: string;
  readonly protocols: readonly {
    readonly name: string;
    readonly purpose: string;
    /** The field of its data with the goal: `["goal"]`. */
    readonly goal: readonly string[];
    /** JSON Schema of its data. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** Options that change the default behaviour, by name. */
    readonly switches: readonly { readonly name: string; readonly means: string }[];
    /** `agent` null: unassigned; "hand": an external worker. */
    readonly roles: readonly { readonly role: string; readonly agent: string | null }[];
  }[];
  /** `wrong`: why it can't start on this machine; null: it can. */
  readonly agents: readonly {
    readonly name: string;
    readonly driver: string;
    readonly wrong: string | null;
  }[];
  /** What to do if no agent is configured; null: one is. */
  readonly lacks: string | null;
  /** Programs that all work must pass. */
  readonly checks: readonly { readonly name: string; readonly argv: readonly string[] }[];
  /** The default budget per run; null: no limit. */
  readonly budget: string | null;
  /** Of the protocol that plays documents; empty without one. */
  readonly templates: readonly {
    readonly slug: string;
    readonly name: string;
    readonly means: string;
    readonly path: string;
    /** Number of errors that prevent playing it. */
    readonly errors: number;
    readonly needs: readonly {
      readonly name: string;
      readonly required: boolean;
      readonly means: string;
      readonly otherwise: string | boolean | null;
    }[];
  }[];
  /** How the run named by `again` was started; null: none named. */
  readonly again: {
    readonly protocol: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly switches: readonly string[];
    readonly agents: Readonly<Record<string, string>>;
    readonly budget: string | null;
  } | null;
};
/** POST /api/runs/:run/stop: `stopped` false: that attempt had ended already. */
export type Stopped = { readonly run: string; readonly job: string; readonly stopped: boolean };
