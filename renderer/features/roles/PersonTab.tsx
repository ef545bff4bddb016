import '@mantine/core/styles/Input.layer.css'
import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type PermissionWay,
  type PersonAccess,
  personPermissions,
  revokePermissions,
} from '#shared/contract/permissions.ts'
import { assignRoles, roleMatrix } from '#shared/contract/roles.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { notApart } from '#shared/domain/role-warnings.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DecideDialog, type Deciding } from './DecideDialog.tsx'
import { PreviewMenu } from './PreviewMenu.tsx'
import { PERMISSION_GROUPS } from './permission-words.ts'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

const SHOWN = ['held', 'own', 'all'] as const
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })

/** What one person may do, by which roles, grants and refusals, and how that is changed (spec 5 §4.2). */
export function PersonTab() {
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const userID = Number(params.get('person'))
  const query = useQuery({
    queryKey: ['roles', 'person', userID],
    queryFn: () => api.call(personPermissions, { userID }, { quiet: true }),
    enabled: userID > 0,
  })
  const { data, error } = query
  return (
    <div className={styles.who}>
      <PersonSelect
        label={TEXT.choosePerson}
        value={data && userID > 0 ? { id: userID, name: data.displayName } : null}
        onChange={(person) =>
          setParams(person === null ? { tab: 'person' } : { tab: 'person', person: String(person.id) })
        }
      />
      {userID > 0 ? null : <p className={styles.hint}>{TEXT.choosePersonFirst}</p>}
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void query.refetch()} />
      ) : null}
      {userID > 0 && !data && !error ? (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          <Skeleton width="70%" height={18} />
        </div>
      ) : null}
      {data && userID > 0 ? <Access key={userID} access={data} /> : null}
    </div>
  )
}

function Access({ access }: { readonly access: PersonAccess }) {
  const client = useQueryClient()
  const mayChange = useSession(({ permissions }) => permissions.canAll(PERMISSION_ADMINS))
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('held')
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const keep = (after: PersonAccess) => client.setQueryData(['roles', 'person', access.userID], after)
  const ways = new Map(access.ways.map((way) => [way.name, way]))
  const isShown = (name: PermissionName) => {
    const way = ways.get(name)
    if (shown === 'all') return true
    return shown === 'held' ? way?.isHeld === true : Boolean(way?.personal)
  }
  return (
    <>
      <TheirRoles access={access} mayChange={mayChange} onChanged={keep} />
      {notApart(access.permissions).map((words) => (
        <p key={words} className={styles.warning}>
          {TEXT.shouldBeApart(words).replace('whoever has this role', access.displayName)}
        </p>
      ))}
      <PreviewMenu names={access.permissions} />
      <div className={styles.heldHead}>
        <h2>{TEXT.held(access.permissions.length)}</h2>
        <NativeSelect
          aria-label={TEXT.show}
          value={shown}
          data={SHOWN.map((one) => ({ value: one, label: TEXT.showing[one] }))}
          onChange={(event) => setShown(SHOWN.find((one) => one === event.currentTarget.value) ?? 'held')}
        />
      </div>
      {Object.entries(PERMISSION_GROUPS).map(([group, words]) => {
        const names = (Object.entries(words) as [PermissionName, string][]).filter(([name]) => isShown(name))
        if (names.length === 0) return null
        return (
          <section key={group} className={styles.personGroup}>
            <h3>{group}</h3>
            <ul>
              {names.map(([name, text]) => (
                <OnePermission
                  key={name}
                  name={name}
                  words={text}
                  way={ways.get(name) ?? null}
                  access={access}
                  mayChange={mayChange}
                  onDecide={(isRefusal) => setDeciding({ name, words: text, isRefusal })}
                  onChanged={keep}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <DecideDialog access={access} deciding={deciding} onClose={() => setDeciding(null)} onChanged={keep} />
    </>
  )
}

interface ChangeProps {
  readonly access: PersonAccess
  readonly mayChange: boolean
  readonly onChanged: (after: PersonAccess) => void
}

function TheirRoles({ access, mayChange, onChanged }: ChangeProps) {
  const { api } = useServices()
  const [added, setAdded] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data: all } = useQuery({
    queryKey: ['roles', 'matrix'],
    queryFn: () => api.call(roleMatrix, undefined, { quiet: true }),
    enabled: mayChange,
  })
  const assign = async (change: { readonly add?: number[]; readonly remove?: number[] }) => {
    setBusy(true)
    setProblem(null)
    try {
      onChanged(await api.call(assignRoles, { userID: access.userID, ...change }, { quiet: true }))
      setAdded('')
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  const others = (all ?? []).filter(({ id }) => !access.roles.some((role) => role.id === id))
  return (
    <section className={styles.theirRoles}>
      <h2>{TEXT.theirRoles}</h2>
      <ul aria-label={TEXT.theirRoles}>
        {access.roles.map(({ id, name, since, source }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles.quiet}>
              {source === 'DIRECTORY'
                ? TEXT.fromDirectory
                : `${TEXT.since.toLowerCase()} ${day.format(new Date(since))}`}
            </span>
            {mayChange && source === 'HAND' ? (
              <CloseButton
                size="sm"
                disabled={isBusy}
                aria-label={TEXT.takeRole(name)}
                onClick={() => void assign({ remove: [id] })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div className={styles.addRole}>
          <NativeSelect
            aria-label={TEXT.addRole}
            value={added}
            data={[
              { value: '', label: TEXT.addRole },
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => setAdded(event.currentTarget.value)}
          />
          <Button
            variant="default"
            loading={isBusy}
            disabled={added === ''}
            onClick={() => void assign({ add: [Number(added)] })}
          >
            {TEXT.add}
          </Button>
        </div>
      ) : null}
      <Problem>{problem}</Problem>
    </section>
  )
}

interface OneProps extends ChangeProps {
  readonly name: PermissionName
  readonly words: string
  readonly way: PermissionWay | null
  readonly onDecide: (isRefusal: boolean) => void
}

/** A permission: held or not, and by which way. */
function OnePermission({ name, words, way, access, mayChange, onDecide, onChanged }: OneProps) {
  const { api, notices } = useServices()
  const isHeld = way?.isHeld === true
  const own = way?.personal ?? null
  const said = [
    ...(way && way.roles.length > 0 ? [TEXT.byRoles(way.roles)] : []),
    ...(own ? [own.isRefusal ? TEXT.refusal(own.reason) : TEXT.grant(own.reason)] : []),
    ...(own?.by ? [TEXT.decidedBy(own.by)] : []),
    ...(own?.endsAt ? [TEXT.until(day.format(new Date(own.endsAt)))] : []),
  ]
  const takeBack = async () => {
    try {
      const request = { userID: access.userID, permissions: [name] }
      onChanged(await api.call(revokePermissions, request, { quiet: true }))
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  return (
    <li data-held={isHeld}>
      <span className={styles.heldMark}>{isHeld ? TEXT.yes : TEXT.no}</span>
      <span className={styles.what}>
        {words}
        <span className={styles.quiet}>{said.join(' · ')}</span>
      </span>
      {mayChange ? (
        <span className={styles.decide}>
          {own ? (
            <Button size="compact-xs" variant="subtle" onClick={() => void takeBack()}>
              {TEXT.takeBack}
            </Button>
          ) : null}
          {isHeld ? (
            <Button size="compact-xs" variant="subtle" onClick={() => onDecide(true)}>
              {TEXT.doRefuse}
            </Button>
          ) : (
            <Button size="compact-xs" variant="subtle" onClick={() => onDecide(false)}>
              {TEXT.doGrant}
            </Button>
          )}
        </span>
      ) : null}
    </li>
  )
}
