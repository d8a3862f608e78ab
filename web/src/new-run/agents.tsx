// Agents of a new run, and the repository's checks that its work must pass.
import { Labelled } from "../act/labelled.tsx";
import { Advice } from "../style/advice.tsx";
import { Prose } from "../style/prose.tsx";
import type { PartProps } from "./parts.tsx";

const hand = "hand";

const AgentSelect = ({
  id,
  of,
  usual,
  options,
  state,
  onState,
}: PartProps & { readonly id: string; readonly of: string; readonly usual: string }) => {
  const chosen = state.agents[of] ?? "";
  // The run to repeat may name an agent that was removed from the configuration.
  const isGone =
    chosen !== "" && chosen !== hand && !options.agents.some(({ name }) => name === chosen);
  return (
    <select
      id={id}
      value={chosen}
      onChange={({ target }) =>
        onState({ ...state, agents: { ...state.agents, [of]: target.value } })
      }
    >
      <option value="">{usual}</option>
      {isGone ? <option value={chosen}>{chosen} (no longer configured)</option> : null}
      {options.agents.map(({ name, wrong }) => (
        <option key={name} value={name}>
          {wrong === null ? name : `${name} (not found on this machine)`}
        </option>
      ))}
      <option value={hand}>None: jobs wait to be claimed by hand</option>
    </select>
  );
};

export const Agents = (part: PartProps) => {
  const { options, protocol, state } = part;
  const wrong = options.agents.flatMap(({ name, wrong: why }) =>
    why === null ? [] : [`${name}: ${why}`],
  );
  return (
    <fieldset>
      <legend>Agents</legend>
      {options.lacks === null ? null : (
        <p className="note wait">
          <Advice text={options.lacks} />
        </p>
      )}
      {wrong.map((text) => (
        <p key={text} className="note wait">
          <Advice text={text} />
        </p>
      ))}
      <Labelled id="new-agent" label="All roles">
        <AgentSelect {...part} id="new-agent" of="*" usual="As configured" />
      </Labelled>
      <details open={Object.keys(state.agents).some((role) => role !== "*")}>
        <summary className="dim">Choose for each role</summary>
        <div className="roles">
          {protocol.roles.map(({ role, agent }, index) => (
            <Labelled key={role} id={`new-agent-${index}`} label={role}>
              <AgentSelect
                {...part}
                id={`new-agent-${index}`}
                of={role}
                usual={
                  (state.agents["*"] ?? "") === "" ? (agent ?? "not assigned") : "As for all roles"
                }
              />
            </Labelled>
          ))}
        </div>
      </details>
    </fieldset>
  );
};

export const Checks = ({ options: { checks } }: Pick<PartProps, "options">) => (
  <section aria-labelledby="new-checks">
    <h2 id="new-checks">Checks</h2>
    {checks.length === 0 ? (
      <p className="dim">
        <Prose text="The repository has no checks, so only those of the plan are run. Name its tests under `checks` in cairn.config.json." />
      </p>
    ) : (
      <>
        <p className="dim">All work must pass these before it counts as done:</p>
        <ul className="checks">
          {checks.map(({ name, argv }) => (
            <li key={name}>
              {name} <code>{argv.join(" ")}</code>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
