// Answers about what can be begun, and about an attempt that is ended.

/** GET /api/start?again=: what can be begun here, and what a run was begun with. */
export type Startable = {
  /** The protocol that is taken where none is said. */
  readonly usual: string;
  readonly protocols: readonly {
    readonly name: string;
    readonly purpose: string;
    /** The field of its data that says what is wanted: `["goal"]`. */
    readonly goal: readonly string[];
    /** JSON Schema of its data. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** Changes of the usual way, by name. */
    readonly switches: readonly { readonly name: string; readonly means: string }[];
    /** `agent` null: nobody has it; "hand": somebody outside does it. */
    readonly roles: readonly { readonly role: string; readonly agent: string | null }[];
  }[];
  /** `wrong`: why it can't be started on this machine; null: it can. */
  readonly agents: readonly {
    readonly name: string;
    readonly driver: string;
    readonly wrong: string | null;
  }[];
  /** What to do where no agent is configured; null: one is. */
  readonly lacks: string | null;
  /** Programs that all work must pass. */
  readonly checks: readonly { readonly name: string; readonly argv: readonly string[] }[];
  /** What each run may use where nothing else is said; null: no limit. */
  readonly budget: string | null;
  /** Of the protocol that plays documents; none where there is none. */
  readonly templates: readonly {
    readonly slug: string;
    readonly name: string;
    readonly means: string;
    readonly path: string;
    /** How many findings keep it from being played. */
    readonly errors: number;
    readonly needs: readonly {
      readonly name: string;
      readonly required: boolean;
      readonly means: string;
      readonly otherwise: string | boolean | null;
    }[];
  }[];
  /** What the run named by `again` was begun with; null: none was named. */
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
