import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { type Role, roleMatrix } from '#shared/contract/roles.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import {
  type Changed,
  changesOf,
  isOn,
  isUnsaved,
  type MatrixFilter,
  matchingGroups,
  toggled,
} from './matrix.ts'
import { PERMISSION_GROUPS } from './permission-words.ts'
import styles from './Roles.module.css'
import { SaveMatrix } from './SaveMatrix.tsx'
import { TEXT } from './text.ts'

interface MatrixProps {
  readonly changed: Changed
  readonly onChanged: (changed: Changed) => void
}

const NO_FILTER: MatrixFilter = { term: '', group: '', between: [0, 0] }

/** What each role may do, as a table of all permissions and roles (spec 5 §4.2). */
export function Matrix({ changed, onChanged }: MatrixProps) {
  const { api } = useServices()
  const mayChange = useSession(({ permissions }) => permissions.canAll(PERMISSION_ADMINS))
  const [filter, setFilter] = useState(NO_FILTER)
  const [one, setOne] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const isPhone = useViewport() === 'mobile'
  const query = useQuery({
    queryKey: ['roles', 'matrix'],
    queryFn: () => api.call(roleMatrix, undefined, { quiet: true }),
  })
  if (query.error && !query.data)
    return (
      <LoadFailure title={TEXT.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    )
  if (!query.data)
    return (
      <div role="status" aria-label={TEXT.loading} className={styles.bones}>
        {[92, 78, 86, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  const roles = query.data
  // A phone has room for one role a time.
  const chosen = roles.find(({ id }) => id === one) ?? (isPhone ? roles[0] : undefined)
  const shown = chosen ? [chosen] : roles
  const groups = matchingGroups(filter, roles, changed)
  const { changes, cells } = changesOf(roles, changed)
  return (
    <div className={styles.matrix}>
      <MatrixFilters
        roles={roles}
        filter={filter}
        onFilter={setFilter}
        one={chosen?.id ?? 0}
        onOne={setOne}
        isPhone={isPhone}
      />
      {groups.length === 0 ? (
        <EmptyState icon={<IconTableOff size={28} stroke={1.5} />} title={TEXT.noMatch}>
          <Button size="xs" variant="default" onClick={() => setFilter(NO_FILTER)}>
            {TEXT.clear}
          </Button>
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <section className={styles.scroll} aria-label={TEXT.tab.matrix} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{TEXT.permission}</th>
                {shown.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(([group, names]) => (
              <tbody key={group}>
                <tr>
                  <th scope="rowgroup" colSpan={shown.length + 1} className={styles.group}>
                    {group}
                  </th>
                </tr>
                {names.map(([name, words]) => (
                  <Row
                    key={name}
                    name={name}
                    words={words}
                    roles={shown}
                    states={shown
                      .map(
                        (role) =>
                          (isOn(role, name, changed) ? 'x' : '.') +
                          (isUnsaved(role, name, changed) ? '!' : ''),
                      )
                      .join()}
                    isReadOnly={!mayChange}
                    onToggle={(role) => onChanged(toggled(changed, role, name))}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
      {cells > 0 ? (
        <footer className={styles.unsaved}>
          <span role="status">{TEXT.cellsChanged(cells)}</span>
          <Button variant="default" onClick={() => onChanged(new Map())}>
            {TEXT.discard}
          </Button>
          <Button onClick={() => setSaving(true)}>{TEXT.review}</Button>
        </footer>
      ) : null}
      <SaveMatrix
        isOpen={isSaving}
        roles={roles}
        changes={changes}
        onClose={() => setSaving(false)}
        onSaved={() => onChanged(new Map())}
      />
    </div>
  )
}

interface FiltersProps {
  readonly roles: readonly Role[]
  readonly filter: MatrixFilter
  readonly onFilter: (filter: MatrixFilter) => void
  readonly one: number
  readonly onOne: (id: number) => void
  readonly isPhone: boolean
}

function MatrixFilters({ roles, filter, onFilter, one, onOne, isPhone }: FiltersProps) {
  const [first, second] = filter.between
  const options = (none: string) => [
    { value: '0', label: none },
    ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <div className={styles.bar}>
      <FilterBox
        className={styles.search ?? ''}
        label={TEXT.filter}
        initial={filter.term}
        onTerm={(term) => onFilter({ ...filter, term })}
      />
      <NativeSelect
        aria-label={TEXT.group}
        value={filter.group}
        data={[{ value: '', label: TEXT.allGroups }, ...Object.keys(PERMISSION_GROUPS)]}
        onChange={(event) => onFilter({ ...filter, group: event.currentTarget.value })}
      />
      {isPhone ? (
        <NativeSelect
          aria-label={TEXT.role}
          value={String(one)}
          data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => onOne(Number(event.currentTarget.value))}
        />
      ) : (
        <fieldset className={styles.between}>
          <legend>{TEXT.differs}</legend>
          <NativeSelect
            aria-label={`${TEXT.differs} 1`}
            value={String(first)}
            data={options(TEXT.noRole)}
            onChange={(event) =>
              onFilter({ ...filter, between: [Number(event.currentTarget.value), second] })
            }
          />
          <span>{TEXT.and}</span>
          <NativeSelect
            aria-label={`${TEXT.differs} 2`}
            value={String(second)}
            data={options(TEXT.noRole)}
            onChange={(event) => onFilter({ ...filter, between: [first, Number(event.currentTarget.value)] })}
          />
        </fieldset>
      )}
    </div>
  )
}

interface RowProps {
  readonly name: PermissionName
  readonly words: string
  readonly roles: readonly Role[]
  /** One mark for each role: `x` is on, `!` not saved. */
  readonly states: string
  readonly isReadOnly: boolean
  readonly onToggle: (role: Role) => void
}

/** A permission: only a row whose cells changed is drawn anew, of some 300. */
const Row = memo(
  function Row({ name, words, roles, states, isReadOnly, onToggle }: RowProps) {
    const marks = states.split(',')
    return (
      <tr>
        <th scope="row" title={name}>
          {words}
        </th>
        {roles.map((role, place) => {
          const mark = marks[place] ?? ''
          const isUnsavedCell = mark.endsWith('!')
          return (
            <td key={role.id} data-changed={isUnsavedCell || undefined}>
              <label>
                <input
                  type="checkbox"
                  checked={mark.startsWith('x')}
                  disabled={isReadOnly || isKept(role, name)}
                  aria-label={TEXT.cell(words, role.name) + (isUnsavedCell ? TEXT.cellChanged : '')}
                  onChange={() => onToggle(role)}
                />
              </label>
            </td>
          )
        })}
      </tr>
    )
  },
  (before, after) =>
    before.states === after.states &&
    before.roles === after.roles &&
    before.isReadOnly === after.isReadOnly &&
    before.onToggle === after.onToggle,
)

/** What a protected role keeps. */
const isKept = ({ isProtected }: Role, name: PermissionName): boolean =>
  isProtected && PERMISSION_ADMINS.some((one) => one === name)
