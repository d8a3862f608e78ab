// Frame around every page: navigation, connection, notifications, palette and toasts.
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { Toasts } from "./style/toasts.tsx";
import { connect } from "./api/live.ts";
import { useHere, useRuns } from "./api/queries.ts";
import { counted } from "./runs/tops.ts";
import { ConnectionNote } from "./connection.tsx";
import { arrive, keepFocus } from "./focus.ts";
import { Help } from "./help.tsx";
import { listenKeys, useKey } from "./keys.ts";
import { Bell } from "./notices/bell.tsx";
import { useNotices } from "./notices/use-notices.ts";
import { Palette } from "./palette/palette.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { lastPart } from "./words.ts";

const places = [
  { href: "/", label: "Runs" },
  { href: "/watch", label: "Watch" },
];

/** Title and icon of the tab, with the number of runs that wait for a person: `(2) Cairn`. */
const pageTitle = (waiting: number, title: string | null): string =>
  `${waiting === 0 ? "" : `(${waiting}) `}${title === null ? "Cairn" : `${title} · Cairn`}`;

const useWaitingTitle = (): void => {
  const { data: lines } = useRuns();
  const [path] = useLocation();
  const waiting = counted(lines ?? []).get("waits for you") ?? 0;
  const run = /^\/run\/([^/]+)$/u.exec(path)?.[1];
  const title = lines?.find((line) => line.run === run)?.title ?? null;
  useEffect(() => {
    document.title = pageTitle(waiting, title);
    document
      .querySelector("link[rel=icon]")
      ?.setAttribute("href", waiting === 0 ? "/icon.svg" : "/icon-waiting.svg");
  }, [waiting, title]);
};

export const Frame = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient();
  const [path, goTo] = useLocation();
  const { data: here } = useHere();
  useEffect(() => connect(client), [client]);
  useEffect(listenKeys, []);
  useEffect(arrive, []);
  useEffect(keepFocus, []);
  useKey("new", () => goTo("/new"));
  useWaitingTitle();
  useNotices();
  return (
    <>
      <a className="skip" href="#page">
        Skip to content
      </a>
      <header className="top">
        <Link className="brand" href="/">
          Cairn
        </Link>
        <nav aria-label="Pages">
          {places.map(({ href, label }) => (
            <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <Link
          className="button new"
          href="/new"
          aria-current={path === "/new" ? "page" : undefined}
        >
          New<span className="words"> run</span>
        </Link>
        {here === undefined ? null : (
          <span className="root dim" title={here.root}>
            {lastPart(here.root)}
          </span>
        )}
        <ConnectionNote />
        <Bell />
        <ThemeSwitch />
        <Help />
      </header>
      <div id="page" tabIndex={-1}>
        {children}
      </div>
      <Palette />
      <Toasts />
    </>
  );
};
