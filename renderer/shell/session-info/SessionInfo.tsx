import '@mantine/core/styles/Switch.layer.css'
import { Button, Modal, Switch } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { errorSharing, saveErrorSharing } from '#shared/contract/error-log.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { withoutPersonalText } from '#shared/domain/redaction.ts'
import { shownZoom } from '#shared/domain/zoom.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { DiagnosticEntry } from '../../services/page/diagnostics.ts'
import type { DialogProps } from '../dialogs/registry.ts'
import { useShell } from '../shell-context.tsx'
import { diagnosis } from './diagnosis.ts'
import styles from './SessionInfo.module.css'
import { SESSION_TEXT } from './text.ts'

const TIME = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const CLOCK = dateFormat({ timeStyle: 'medium' })
/** Errors that the dialog shows; all that are kept are copied. */
const SHOWN = 5

/** What a service desk asks first: who, since when, which build, which machine, and what went wrong. */
export function SessionInfo({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={SESSION_TEXT.title} size={460} centered>
      {opened ? (
        <div className={styles.parts}>
          <Facts />
          <Faults />
        </div>
      ) : null}
    </Modal>
  )
}

function useScreenText(): string {
  const { zoom } = useServices()
  const percent = Math.round(shownZoom(useStore(zoom.store), window.screen.width) * 100)
  return `${window.screen.width} × ${window.screen.height}, shown at ${percent} %`
}

function Facts() {
  const { storage, desktop } = useServices()
  const shell = useShell()
  const { companion } = useStore(shell.companion.store)
  const hub = useStore(shell.hubLink.store)
  const user = useSession((session) => session.user)
  const facts: readonly (readonly [string, string])[] = [
    ['Signed in as', user ? `${user.displayName} (${user.userName})` : 'Nobody'],
    ['Role', user?.role ?? ''],
    ['Signed in until', user?.claims.exp === undefined ? '' : TIME.format(user.claims.exp * 1000)],
    ['Hub', SESSION_TEXT.hub[hub.state]],
    ['Companion', SESSION_TEXT.link[companion]],
    ['Build', storage.get('build') ?? SESSION_TEXT.notBuild],
    ['Desktop app', desktop.version ?? SESSION_TEXT.browser],
    ['Screen', useScreenText()],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** The last errors of the page, and all that support wants to know in one piece. */
function Faults() {
  const entries = useServices().diagnostics.entries(withoutPersonalText)
  return (
    <section className={styles.faults} aria-labelledby="last-errors">
      <h3 id="last-errors">{SESSION_TEXT.errors}</h3>
      {entries.length === 0 ? (
        <p className={styles.lead}>{SESSION_TEXT.noErrors}</p>
      ) : (
        <ol className={styles.entries}>
          {entries
            .slice(-SHOWN)
            .reverse()
            .map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike to the millisecond, and none moves while they show
              <Entry key={at} entry={entry} />
            ))}
        </ol>
      )}
      <CopyDiagnosis />
      <Sharing />
    </section>
  )
}

function Entry({ entry }: { readonly entry: DiagnosticEntry }) {
  const [first] = entry.message.split('\n')
  return (
    <li>
      <time dateTime={new Date(entry.at).toISOString()}>{CLOCK.format(entry.at)}</time>
      <span>{first}</span>
    </li>
  )
}

/** Whether what goes wrong in this person's windows is sent (spec 5 §5.6). */
function Sharing() {
  const { api, notices } = useServices()
  /** Null until it is known. */
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    api
      .call(errorSharing, undefined, { quiet: true, signal: gone.signal })
      .then((answer) => setOn(answer.isOn))
      // Without an answer there is nothing to switch.
      .catch(() => {})
    return () => gone.abort()
  }, [api])
  const save = async (next: boolean) => {
    setOn(next)
    try {
      await api.call(saveErrorSharing, { isOn: next }, { quiet: true })
    } catch (error) {
      notices.show('error', reasonOf(error))
      setOn(!next)
    }
  }
  if (isOn === null) return null
  return (
    <Switch
      label={SESSION_TEXT.share}
      description={SESSION_TEXT.shareHint}
      checked={isOn}
      onChange={(event) => void save(event.currentTarget.checked)}
    />
  )
}

function CopyDiagnosis() {
  const { diagnostics, storage, desktop, session, now } = useServices()
  const { companion, hubLink } = useShell()
  const screen = useScreenText()
  const [said, setSaid] = useState('')

  const copy = async () => {
    const { user } = session.store.getState()
    const text = diagnosis({
      now: now(),
      build: storage.get('build') ?? SESSION_TEXT.notBuild,
      desktop: desktop.version ?? SESSION_TEXT.browser,
      logs: desktop.logs,
      role: user?.role ?? '',
      signedInUntil: user?.claims.exp === undefined ? null : user.claims.exp * 1000,
      hub: hubLink.store.getState().state,
      companion: companion.store.getState().companion,
      screen,
      browser: navigator.userAgent,
      entries: diagnostics.entries(withoutPersonalText),
    })
    try {
      await navigator.clipboard.writeText(text)
      setSaid(SESSION_TEXT.copied)
    } catch {
      setSaid(SESSION_TEXT.copyFailed)
    }
  }

  return (
    <div className={styles.copy}>
      <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        {SESSION_TEXT.copy}
      </Button>
      <span className={styles.lead} role="status">
        {said || SESSION_TEXT.copyLead}
      </span>
    </div>
  )
}
