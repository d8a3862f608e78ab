// Page that starts a run, new or like an earlier one.
import "../act/act.css";
import "./new-run.css";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Startable } from "../../../src/http/answers.ts";
import { errorsAt } from "../act/field-errors.ts";
import { Form } from "../act/form.tsx";
import { TextField } from "../act/labelled.tsx";
import { showToast } from "../style/toast-store.ts";
import { useRequest } from "../act/use-request.ts";
import { runAddress, useAddress } from "../address.ts";
import { useStart } from "../api/mutations.ts";
import { useStartable } from "../api/queries.ts";
import { useKey } from "../keys.ts";
import { Advice } from "../style/advice.tsx";
import { Awaited } from "../style/trouble.tsx";
import { Agents, Checks } from "./agents.tsx";
import { contextPlaces, goalPlaces, initialState, type Protocol, requestOf } from "./form-state.ts";
import { Goal, Protocols, Templates } from "./parts.tsx";

type FormProps = {
  readonly options: Startable;
  readonly first: Protocol;
  /** The run on whose work it begins; null: on the checkout. */
  readonly follows: string | null;
};

const NewRunForm = ({ options, first, follows }: FormProps) => {
  const { get } = useAddress();
  const [, goTo] = useLocation();
  const [state, setState] = useState(() =>
    initialState(options, { protocol: get("protocol"), goal: get("goal") }),
  );
  const { ask, errors, setErrors, busy } = useRequest(useStart());
  const protocol = options.protocols.find(({ name }) => name === state.protocol) ?? first;
  const places = [
    ...goalPlaces(protocol),
    "/template",
    "/budget",
    ...contextPlaces(options, state),
  ];
  const submit = async (): Promise<void> => {
    const request = requestOf(options, protocol, state);
    const started = await ask(follows === null ? request : { ...request, follows }, { places });
    if (started === null) return;
    showToast({ tone: "good", text: "Started.", lines: [] });
    goTo(runAddress(started.run));
  };
  const part = { options, protocol, state, onState: setState, errors };
  useKey("new", () => document.querySelector<HTMLElement>("textarea.goal")?.focus());
  return (
    <Form
      label="New run"
      className="answer begin"
      errors={errors}
      onErrors={setErrors}
      onSubmit={submit}
      start="textarea.goal"
      send={{ label: "Start", busy, busyLabel: "Starting …" }}
    >
      <Goal {...part} />
      <Protocols {...part} />
      <Templates {...part} />
      <Agents {...part} />
      <Checks options={options} />
      <TextField
        label="Budget"
        optional
        hint="The most it may use, such as 5usd 2Mtok 3h 40jobs. Beyond it, nothing new starts."
        errors={errorsAt(errors, "/budget")}
        value={state.budget}
        onValue={(budget) => setState({ ...state, budget })}
        placeholder={options.budget ?? "no limit"}
      />
      <p className="dim small">
        <Advice text={`Rarer options are typed: \`cairn run ${protocol.name} --help\``} />
      </p>
    </Form>
  );
};

export const NewRun = () => {
  const { get } = useAddress();
  const [again, follows] = [get("again"), get("follows")];
  const { data: options, error } = useStartable(again);
  const first = options?.protocols[0];
  return (
    <main className="begin-page">
      <h1>{again === null ? "New run" : "Run again"}</h1>
      {again === null ? null : (
        <p className="dim">
          The form says what <Link href={runAddress(again)}>{again}</Link> was begun with. Change
          what you like.
        </p>
      )}
      {follows === null ? null : (
        <p className="dim">
          It begins on what landed of <Link href={runAddress(follows)}>{follows}</Link>.
        </p>
      )}
      {options === undefined || first === undefined ? (
        <Awaited error={error}>Loading …</Awaited>
      ) : (
        <NewRunForm key={again ?? ""} options={options} first={first} follows={follows} />
      )}
    </main>
  );
};
