import { Button, Menu } from '@mantine/core'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import { getPerson, listPeople } from '#shared/contract/admin-users.ts'
import { newPerson, updatePerson } from '#shared/contract/people-keeping.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import type { FirstAccess } from '#shared/records/admin/person-values.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { formRecord, PERSON_FIELDS, personIn } from './form-record.ts'
import { Overview } from './Overview.tsx'
import { PERSON_OWN_FIELDS } from './PersonFields.tsx'
import { PERSON_ACTIONS, PERSON_TABS, type PersonAction } from './panel-parts.ts'
import { SurveyToolDetails } from './SurveyToolDetails.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import { TEXT } from './text.ts'
import { detailsOf } from './words.ts'

const AVATAR_PX = 26

export function PersonPicture({ record }: { readonly record: ListedRow }) {
  return <PersonAvatar userID={record.id} name={String(record.displayName)} size={AVATAR_PX} />
}

const readForAdmin: RecordsKind['read'] = (api, id) => api.call(getPerson, { id }, { quiet: true })

/** What can be done to the person, in a menu; what the viewer may not do isn't in it. */
export function PersonActions({
  record,
  onDone,
  onGone,
  readPerson = readForAdmin,
  more = [],
}: ComponentProps<NonNullable<RecordsKind['Actions']>> & {
  /** What a page can do besides; it stands first. */
  readonly more?: readonly PersonAction[]
  /** Reads the person as the page shows them. */
  readonly readPerson?: RecordsKind['read']
}) {
  const { api } = useServices()
  const permissions = useSession((session) => session.permissions)
  const [action, setAction] = useState<PersonAction | null>(null)
  const possible = [...more, ...PERSON_ACTIONS].filter(
    ({ permission, isFor }) => allows(permissions, permission) && isFor(record),
  )
  const read = async (person: ListedRow | undefined) => {
    try {
      // A dialog that hands over nobody has said itself what it did.
      onDone(person ?? (await readPerson(api, record.id)), person === undefined)
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
            <Menu.Item
              key={one.key}
              {...(one.isGrave && { color: 'var(--fw-danger)' })}
              onClick={() => setAction(one)}
            >
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

const PEOPLE: Omit<RecordsKind, 'save'> = {
  record: personRecord,
  title: TEXT.title,
  fields: PERSON_FIELDS,
  ownFields: PERSON_OWN_FIELDS,
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listPeople, request, { quiet: true }),
  formOf: (record) => formRecord(detailsOf(record)),
  read: readForAdmin,
  mayChange: 'ADMIN_CAN_EDIT_USERS',
  bulk: [],
  tabs: PERSON_TABS,
  Lead: PersonPicture,
  Actions: PersonActions,
  About: Overview,
  isAboutFirst: true,
  Tools: SurveyToolDetails,
}

/** Admin › Active users, People: who works here, made and changed (spec 5 §3.1, §3.2). */
export function PeopleTab() {
  const { personNews } = useLive()
  const [told, setTold] = useState<{ name: string; password: string } | null>(null)
  const mayEdit = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_USERS'))
  const kind = useMemo<RecordsKind>(() => {
    // Who only looks has the overview, and no form.
    if (!mayEdit) return PEOPLE
    return {
      ...PEOPLE,
      async save(api, values, seen) {
        const person = personIn(values)
        if (seen) {
          const { id, version } = seen
          return api.call(updatePerson, { ...person, id, version }, { quiet: true })
        }
        const access = (values.access || 'INVITATION') as FirstAccess
        const made = await api.call(newPerson, { ...person, access }, { quiet: true })
        if (made.temporaryPassword !== null)
          setTold({ name: made.person.displayName, password: made.temporaryPassword })
        return made.person
      },
    }
  }, [mayEdit])
  return (
    <>
      <RecordsPage kind={kind} news={personNews} />
      <TemporaryPassword told={told} onClose={() => setTold(null)} />
    </>
  )
}
