import { Button, Menu } from '@mantine/core'
import { type ComponentProps, Suspense, useState } from 'react'
import { getPerson, listPeople } from '#shared/contract/admin-users.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { Overview } from './Overview.tsx'
import { PERSON_ACTIONS, PERSON_TABS, type PersonAction } from './panel-parts.ts'
import { TEXT } from './text.ts'

const AVATAR_PX = 26

function Picture({ record }: { readonly record: ListedRow }) {
  return <PersonAvatar userID={record.id} name={String(record.displayName)} size={AVATAR_PX} />
}

/** What can be done to the person, in a menu; what the viewer may not do isn't in it. */
function PersonActions({ record, onDone, onGone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api } = useServices()
  const permissions = useSession((session) => session.permissions)
  const [action, setAction] = useState<PersonAction | null>(null)
  const possible = PERSON_ACTIONS.filter(
    ({ permission, isFor }) => allows(permissions, permission) && isFor(record),
  )
  const read = async (person: ListedRow | undefined) => {
    try {
      onDone(person ?? (await api.call(getPerson, { id: record.id }, { quiet: true })))
    } catch {
      // The list is read again by itself; the panel says why it can't be.
      onGone()
    }
  }
  if (possible.length === 0 && action === null) return null
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default">
            {TEXT.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {possible.map((one) => (
            <Menu.Item key={one.key} {...(one.isGrave && { color: 'red' })} onClick={() => setAction(one)}>
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {action ? (
        <Suspense>
          <action.Dialog
            person={record}
            onClose={() => setAction(null)}
            onDone={(person) => {
              setAction(null)
              void read(person)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const PEOPLE: RecordsKind = {
  record: personRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listPeople, request, { quiet: true }),
  read: (api, id) => api.call(getPerson, { id }, { quiet: true }),
  bulk: [],
  tabs: PERSON_TABS,
  Lead: Picture,
  Actions: PersonActions,
  About: Overview,
}

/** Admin › Active users, People: who works here (spec 5 §3.1). */
export function PeopleTab() {
  const { personNews } = useLive()
  return <RecordsPage kind={PEOPLE} news={personNews} />
}
