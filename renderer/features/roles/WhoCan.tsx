import '@mantine/core/styles/Input.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type Ability, askedActions, whoCan } from '#shared/contract/permissions.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { leavesOf } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLabelOf } from '../../services/page/ui-labels-context.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type RemoteOption, RemoteSelect } from '../../ui/RemoteSelect.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PERMISSION_GROUPS, wordsOf } from './permission-words.ts'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

/** Choices that are shown at once. */
const CHOICES_SHOWN = 60
const AVATAR_PX = 28

/** Something that can be asked about. */
interface Choice extends RemoteOption {
  readonly what: string
}

const KINDS = ['PERMISSION', 'PAGE', 'ACTION'] as const

function abilityIn(text: string | null): Ability | null {
  const [kind, ...name] = (text ?? '').split(':')
  const known = KINDS.find((one) => one === kind)
  return known && name.length > 0 ? { kind: known, name: name.join(':') } : null
}

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })

/** Who can use a permission, open a page or do something, and how they came to it (spec 5 §4.2). */
export function WhoCan() {
  const { api } = useServices()
  const labelOf = useLabelOf()
  const [params, setParams] = useSearchParams()
  const asked = params.get('what')
  const actions = useQuery({
    queryKey: ['roles', 'actions'],
    queryFn: () => api.call(askedActions, undefined, { quiet: true }),
  })
  const choices: readonly Choice[] = [
    ...Object.entries(PERMISSION_GROUPS).flatMap(([group, words]) =>
      Object.entries(words).map(([name, label]) => ({
        what: `PERMISSION:${name}`,
        name: label,
        note: group,
      })),
    ),
    ...leavesOf(NAVIGATION).map(({ item, within }) => ({
      what: `PAGE:${item.id}`,
      name: [...within, item].map(labelOf).join(' › '),
      note: TEXT.page,
    })),
    ...(actions.data ?? []).map(({ name, summary }) => ({
      what: `ACTION:${name}`,
      name: summary,
      note: TEXT.action(name),
    })),
  ].map((choice, place) => ({ ...choice, id: place + 1 }))
  const search = async (term: string) => {
    const sought = term.toLowerCase()
    const found = choices.filter(({ name, what }) => `${name} ${what}`.toLowerCase().includes(sought))
    return found.slice(0, CHOICES_SHOWN)
  }
  const ability = abilityIn(asked)
  return (
    <div className={styles.who}>
      <RemoteSelect
        label={TEXT.ask}
        placeholder={TEXT.askHint}
        value={choices.find(({ what }) => what === asked) ?? null}
        search={search}
        onChange={(choice) => setParams(choice === null ? { tab: 'who' } : { tab: 'who', what: choice.what })}
      />
      <Problem>{actions.error ? reasonOf(actions.error) : null}</Problem>
      {ability ? <Holders key={asked} ability={ability} /> : <p className={styles.hint}>{TEXT.askFirst}</p>}
    </div>
  )
}

function Holders({ ability }: { readonly ability: Ability }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'who-can', ability],
    queryFn: () => api.call(whoCan, ability, { quiet: true }),
  })
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading} className={styles.bones}>
        <Skeleton width="70%" height={18} />
        <Skeleton width="50%" height={18} />
      </div>
    )
  const isOne = data.permissions.length === 1
  return (
    <>
      <p role="status" className={styles.lead}>
        {data.people.length === 0 ? TEXT.nobody : TEXT.count(data.people.length)}
      </p>
      {data.permissions.length > 0 ? (
        <p className={styles.hint}>
          {TEXT.needs}: {data.permissions.map(wordsOf).join(' · ')}
        </p>
      ) : null}
      <ul className={styles.holders} aria-label={TEXT.tab.who}>
        {data.people.map(({ userID, displayName, userName, ways }) => (
          <li key={userID}>
            <PersonAvatar userID={userID} name={displayName} size={AVATAR_PX} />
            <div>
              <strong>{displayName}</strong> <span className={styles.quiet}>{userName}</span>
              <ul>
                {ways.map(({ permission, role, reason, since }) => (
                  <li key={`${permission} ${role ?? ''}`}>
                    {isOne ? '' : `${wordsOf(permission)}: `}
                    {role ?? TEXT.ownGrant(reason)}
                    <span className={styles.quiet}>
                      {' '}
                      {TEXT.since.toLowerCase()} {day.format(new Date(since))}
                    </span>
                  </li>
                ))}
                {ways.length === 0 ? <li>{TEXT.everybody}</li> : null}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
