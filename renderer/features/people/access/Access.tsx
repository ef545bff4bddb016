import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  accountSessions,
  allowDevice,
  clearDevice,
  endAccountSession,
  excludeDevice,
} from '#shared/contract/account-access.ts'
import { getPerson } from '#shared/contract/admin-users.ts'
import { endSessions, pairCompanion, unpairCompanion } from '#shared/contract/session-support.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { ApiError, reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { PanelTab } from '../../records/index.ts'
import { AskDialog } from '../AskDialog.tsx'
import styles from '../People.module.css'
import { detailsOf, momentWords } from '../words.ts'
import access from './Access.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { TEXT } from './text.ts'

/** What is asked about, while its dialog is open. */
type Asked =
  | { readonly what: 'end'; readonly id: string }
  | { readonly what: 'all' | 'pair' | 'unpair' }
  | { readonly what: 'clear' | 'exclude'; readonly deviceID: string }

/** Somebody's sign-ins and devices, and what can be done about them (spec 5 §3.6). */
export function Access({ record, onDone }: ComponentProps<PanelTab['Body']>) {
  const { api, notices } = useServices()
  const permissions = useSession((session) => session.permissions)
  const person = detailsOf(record)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['person', person.id, 'access', person.version],
    queryFn: () => api.call(accountSessions, { userID: person.id }, { quiet: true }),
    gcTime: 0,
  })
  const again = async (isTold = true) => {
    setAsked(null)
    await refetch()
    onDone(await api.call(getPerson, { id: person.id }, { quiet: true }), isTold)
  }
  const allow = async (deviceID: string) => {
    await api.call(allowDevice, { deviceID })
    notices.show('success', TEXT.allowed)
    await refetch()
  }
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.access} className={styles.part}>
        {[70, 90, 50].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  const { sessions } = data
  const companion = data.devices.find(({ isCompanion }) => isCompanion)
  return (
    <div className={styles.part}>
      <section className={access.part} aria-label={TEXT.signIn}>
        <h3>{TEXT.signIn}</h3>
        <ul className={access.rows}>
          <li>
            <div>{person.isLocked ? TEXT.lockedBecause(person.lockReason) : TEXT.unlocked}</div>
          </li>
          <li>
            <div>{person.hasTwoFactor ? TEXT.twoFactorOn : TEXT.twoFactorOff}</div>
          </li>
        </ul>
      </section>
      {sessions === null ? null : (
        <section className={access.part} aria-label={TEXT.sessions}>
          <h3>{TEXT.sessions}</h3>
          {sessions.length === 0 ? <p>{TEXT.noSessions}</p> : null}
          <ul className={access.rows}>
            {sessions.map((session) => {
              const what = session.deviceID ?? TEXT.browser
              return (
                <li key={session.id}>
                  <div>
                    <span>
                      {TEXT.types[session.tokenType]} · {what}
                      {session.isOwn ? ` · ${TEXT.own}` : ''}
                    </span>
                    <small>
                      {[
                        session.address,
                        TEXT.started(momentWords(session.startedAt) ?? ''),
                        TEXT.lastUsed(momentWords(session.lastUsedAt) ?? ''),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </div>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={TEXT.endOne(what)}
                    onClick={() => setAsked({ what: 'end', id: session.id })}
                  >
                    {TEXT.end}
                  </Button>
                </li>
              )
            })}
          </ul>
          {sessions.length > 0 ? (
            <div className={access.buttons}>
              <Button size="xs" variant="default" color="red" onClick={() => setAsked({ what: 'all' })}>
                {TEXT.signOutEverywhere}
              </Button>
            </div>
          ) : null}
        </section>
      )}
      <section className={access.part} aria-label={TEXT.devices}>
        <h3>{TEXT.devices}</h3>
        {data.devices.length === 0 ? <p>{TEXT.noDevices}</p> : null}
        <ul className={access.rows}>
          {data.devices.map(({ deviceID, isCompanion, lastUsedAt, excludedFor }) => (
            <li key={deviceID}>
              <div>
                <span>{deviceID}</span>
                <small>
                  {[
                    isCompanion ? TEXT.companion : '',
                    lastUsedAt === null ? TEXT.neverUsed : TEXT.lastUsed(momentWords(lastUsedAt) ?? ''),
                    excludedFor === null ? '' : TEXT.notAllowed(excludedFor),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              <div className={access.buttons}>
                {permissions.can('SUPPORT_CAN_CLEAR_DEVICE_ID') ? (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setAsked({ what: 'clear', deviceID })}
                  >
                    {TEXT.clear}
                  </Button>
                ) : null}
                {!permissions.can('SUPPORT_CAN_EXCLUDE_DEVICE_ID') ? null : excludedFor === null ? (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setAsked({ what: 'exclude', deviceID })}
                  >
                    {TEXT.exclude}
                  </Button>
                ) : (
                  <Button size="compact-xs" variant="default" onClick={() => void allow(deviceID)}>
                    {TEXT.allow}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
        <div className={access.buttons}>
          {permissions.can('SUPPORT_CAN_ENABLE_COMPANION_APP') ? (
            <Button size="xs" variant="default" onClick={() => setAsked({ what: 'pair' })}>
              {TEXT.pair}
            </Button>
          ) : null}
          {companion && permissions.can('SUPPORT_CAN_DISABLE_COMPANION_APP') ? (
            <Button size="xs" variant="default" onClick={() => setAsked({ what: 'unpair' })}>
              {TEXT.unpair}
            </Button>
          ) : null}
        </div>
      </section>
      {asked ? (
        <Asking
          asked={asked}
          userID={person.id}
          name={person.displayName}
          onClose={() => setAsked(null)}
          onDone={again}
        />
      ) : null}
    </div>
  )
}

interface AskingProps {
  readonly asked: Asked
  readonly userID: number
  readonly name: string
  readonly onClose: () => void
  readonly onDone: (isTold?: boolean) => Promise<void>
}

function Asking({ asked, userID, name, onClose, onDone }: AskingProps) {
  const { api } = useServices()
  const quiet = { quiet: true } as const
  switch (asked.what) {
    case 'end':
      return (
        <ReasonDialog
          title={TEXT.endTitle}
          text={TEXT.endText}
          action={TEXT.end}
          done={TEXT.ended}
          onClose={onClose}
          run={async (reason) => {
            await api.call(endAccountSession, { userID, id: asked.id, reason }, quiet)
            await onDone()
          }}
        />
      )
    case 'all':
      return (
        <ReasonDialog
          title={TEXT.allTitle(name)}
          text={TEXT.allText}
          action={TEXT.signOutEverywhere}
          done={TEXT.allDone(name)}
          onClose={onClose}
          run={async (reason) => {
            await api.call(endSessions, { userID, reason }, quiet)
            await onDone()
          }}
        />
      )
    case 'unpair':
      return (
        <ReasonDialog
          title={TEXT.unpairTitle}
          text={TEXT.unpairText}
          action={TEXT.unpair}
          done={TEXT.unpaired}
          onClose={onClose}
          run={async (reason) => {
            await api.call(unpairCompanion, { userID, reason }, quiet)
            await onDone()
          }}
        />
      )
    case 'clear':
      return (
        <ReasonDialog
          title={TEXT.clearTitle}
          text={TEXT.clearText}
          action={TEXT.clear}
          done={TEXT.cleared}
          onClose={onClose}
          run={async (reason) => {
            await api.call(clearDevice, { userID, deviceID: asked.deviceID, reason }, quiet)
            await onDone()
          }}
        >
          <p>{asked.deviceID}</p>
        </ReasonDialog>
      )
    case 'exclude':
      return (
        <ReasonDialog
          title={TEXT.excludeTitle}
          text={TEXT.excludeText}
          action={TEXT.exclude}
          done={TEXT.excluded}
          onClose={onClose}
          run={async (reason) => {
            await api.call(excludeDevice, { deviceID: asked.deviceID, reason }, quiet)
            await onDone()
          }}
        >
          <p>{asked.deviceID}</p>
        </ReasonDialog>
      )
    default:
      return <PairDialog userID={userID} name={name} onClose={onClose} onDone={onDone} />
  }
}

/** Pairs a device; one that somebody else holds is moved once the holder was named (spec 5 §3.6). */
function PairDialog({ userID, name, onClose, onDone }: Omit<AskingProps, 'asked'>) {
  const { api } = useServices()
  const [deviceID, setDeviceID] = useState('')
  const [holder, setHolder] = useState<string | null>(null)
  return (
    <AskDialog
      isGrave={holder !== null}
      title={TEXT.pairTitle(name)}
      text={holder === null ? TEXT.pairText : TEXT.moveText(holder)}
      action={holder === null ? TEXT.pair : TEXT.move}
      isReady={deviceID.trim() !== ''}
      onClose={onClose}
      run={async () => {
        try {
          const isMoved = holder !== null
          await api.call(pairCompanion, { userID, deviceID: deviceID.trim(), isMoved }, { quiet: true })
        } catch (error) {
          const isHeld = error instanceof ApiError && error.code === 'device.heldBy'
          if (!isHeld) throw error
          return setHolder(error.value)
        }
        await onDone(false)
      }}
    >
      <TextInput
        data-autofocus
        required
        label={TEXT.deviceID}
        value={deviceID}
        onChange={(event) => {
          setDeviceID(event.currentTarget.value)
          setHolder(null)
        }}
      />
    </AskDialog>
  )
}
