import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { lockShift } from '#shared/contract/help.ts'
import { releaseActivity } from '#shared/contract/my-day.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { callOf } from './columns.ts'
import { CommandForm, LockForm, PopupForm, SetActivityForm } from './LazyForms.tsx'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { PanelForm } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

interface SelectionBarProps {
  readonly people: LivePeople
  readonly chosen: ReadonlySet<number>
  readonly onClear: () => void
}

type SeveralForm = 'activity' | 'command' | 'lock' | 'popup' | 'release' | 'unlock'

/** What can be done about several people at once, for each who may (spec 4 §1.5, §4.4.1). */
export function SelectionBar({ people, chosen, onClear }: SelectionBarProps) {
  const { api, notices } = useServices()
  const permissions = useSession((session) => session.permissions)
  const [form, setForm] = useState<SeveralForm | null>(null)
  const known = [...chosen].flatMap((id) => people.person(id) ?? [])
  const targets = known.map(({ id, stats }) => ({ id, name: stats.userName }))
  const n = targets.length
  if (n === 0) return null
  const mayForce = permissions.can('CAN_FORCE_MASTER_ACTIVITY')
  const actions: readonly (readonly [SeveralForm, string, boolean])[] = [
    ['activity', TEXT.setActivity, mayForce],
    ['release', TEXT.release, mayForce],
    ['lock', TEXT.lock, mayForce],
    ['unlock', TEXT.unlock, mayForce],
    ['popup', TEXT.popup, permissions.can('CAN_SEND_POPUP')],
    ['command', TEXT.command, true],
  ]
  const done = (said: string) => {
    notices.show('success', said)
    setForm(null)
    onClear()
  }
  const cancel = { people: targets, onCancel: () => setForm(null) }
  return (
    <section className={styles.selection} aria-label={TEXT.chosen(n)}>
      <div className={styles.actions}>
        <b role="status">{TEXT.chosen(n)}</b>
        {actions.map(([key, label, may]) =>
          may ? (
            <Button
              key={key}
              size="xs"
              variant="default"
              aria-pressed={form === key}
              onClick={() => setForm(form === key ? null : key)}
            >
              {label}
            </Button>
          ) : null,
        )}
        <CloseButton size="sm" aria-label={TEXT.clearChosen} onClick={onClear} />
      </div>
      {form === 'activity' ? (
        <SetActivityForm
          {...cancel}
          isOnCall={known.some((person) => callOf(person) !== null)}
          onDone={() => done(TEXT.setAll(n))}
        />
      ) : null}
      {form === 'release' ? (
        <PanelForm
          {...cancel}
          label={TEXT.release}
          means={TEXT.releaseMeans}
          confirm={TEXT.release}
          send={({ id: userID }) => api.call(releaseActivity, { userID }, { quiet: true })}
          onDone={() => done(TEXT.releasedAll(n))}
        />
      ) : null}
      {form === 'lock' ? <LockForm {...cancel} onDone={() => done(TEXT.lockedAll(n))} /> : null}
      {form === 'unlock' ? (
        <PanelForm
          {...cancel}
          label={TEXT.unlock}
          means={TEXT.unlockMeans}
          confirm={TEXT.unlock}
          send={({ id: userID }) => api.call(lockShift, { userID, locked: false }, { quiet: true })}
          onDone={() => done(TEXT.unlockedAll(n))}
        />
      ) : null}
      {form === 'popup' ? <PopupForm {...cancel} onDone={() => done(TEXT.popupAll(n))} /> : null}
      {form === 'command' ? (
        <CommandForm
          {...cancel}
          call={known.map(callOf).find((call) => call !== null) ?? null}
          onDone={done}
        />
      ) : null}
    </section>
  )
}
