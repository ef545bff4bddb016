import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Button, Menu, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import {
  deleteRole,
  getRole,
  listRoles,
  type Role,
  restoreBuiltInRole,
  saveRole,
} from '#shared/contract/roles.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { notApart } from '#shared/domain/role-warnings.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import { defaultUserTypes, ROLE_FIELDS, roleRecord, roleValues } from '#shared/records/admin/role.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { type OwnField, type RecordsKind, RecordsPage } from '../records/index.ts'
import { PreviewMenu } from './PreviewMenu.tsx'
import { PERMISSION_GROUPS } from './permission-words.ts'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

interface ActionProps {
  readonly record: ListedRow
  readonly onDone: (record: ListedRow) => void
  readonly onGone: () => void
}

const useRole = (id: number, version: number) => {
  const { api } = useServices()
  return useQuery({
    queryKey: ['roles', id, version],
    queryFn: () => api.call(getRole, { id }, { quiet: true }),
  })
}

/** What can be done to a role beside its form: a copy, back to how it came, away. */
function RoleActions({ record, onDone, onGone }: ActionProps) {
  const { api, notices, prompts } = useServices()
  const mayChange = useSession(({ permissions }) => permissions.canAll(PERMISSION_ADMINS))
  const { data: role } = useRole(record.id, record.version)
  if (!mayChange || !role) return null
  const attempt = async (run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  const { id, version, name, description } = role
  const copy = () =>
    attempt(async () => {
      const made = await api.call(
        saveRole,
        { name: TEXT.copyName(name), description, copyOf: id },
        { quiet: true },
      )
      notices.show('success', TEXT.copied(made.name))
      onDone(role)
    })
  const restore = () =>
    attempt(async () => {
      const question = { title: TEXT.restoreTitle(name), text: TEXT.restoreText(role.people) }
      if (!(await prompts.ask({ ...question, yes: TEXT.restore, no: TEXT.cancel }))) return
      onDone(await api.call(restoreBuiltInRole, { id, version }, { quiet: true }))
    })
  const remove = () =>
    attempt(async () => {
      const question = { title: TEXT.removeTitle(name), text: TEXT.removeText }
      if (!(await prompts.ask({ ...question, yes: TEXT.remove, no: TEXT.cancel }))) return
      await api.call(deleteRole, { id, version }, { quiet: true })
      notices.show('success', TEXT.removed)
      onGone()
    })
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default">
          {TEXT.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy()}>{TEXT.copy}</Menu.Item>
        {role.isChanged ? <Menu.Item onClick={() => void restore()}>{TEXT.restore}</Menu.Item> : null}
        {role.isBuiltIn ? null : (
          <Menu.Item color="var(--fw-danger)" onClick={() => void remove()}>
            {TEXT.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What a role may do, in words. */
function RoleAbout({ record }: { readonly record: ListedRow }) {
  const { data: role, error, refetch } = useRole(record.id, record.version)
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!role) return null
  return (
    <section className={styles.about}>
      {role.isBuiltIn ? <p>{role.isChanged ? TEXT.changed : TEXT.builtIn}</p> : null}
      {role.isProtected ? <p>{TEXT.isProtected}</p> : null}
      {notApart(role.permissions).map((words) => (
        <p key={words} className={styles.warning}>
          {TEXT.shouldBeApart(words)}
        </p>
      ))}
      <h3>{TEXT.mayDo(role.permissions.length)}</h3>
      {role.permissions.length === 0 ? <p>{TEXT.nothing}</p> : null}
      <Link to="?tab=matrix">{TEXT.toMatrix}</Link>
      <PreviewMenu names={role.permissions} />
      <Abilities names={role.permissions} />
      {role.offered.length > 0 ? (
        <>
          <h3>{TEXT.offered}</h3>
          <Abilities names={role.offered} />
        </>
      ) : null}
    </section>
  )
}

/** Permissions in words, by group. */
function Abilities({ names }: { readonly names: Role['permissions'] }) {
  const held = new Set<string>(names)
  return (
    <dl className={styles.abilities}>
      {Object.entries(PERMISSION_GROUPS).map(([group, words]) => {
        const theirs = Object.entries(words).filter(([name]) => held.has(name))
        if (theirs.length === 0) return null
        return (
          <div key={group}>
            <dt>{group}</dt>
            <dd>{theirs.map(([, text]) => text).join(' · ')}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The user types of a form, as text: names with commas between. */
const typesIn = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter((name) => name !== '')

const OFFERED_TYPES = Object.entries(USER_TYPES).map(([value, label]) => ({ value, label }))

/** Whose new people begin with the role. */
function DefaultUserTypes({ name, field, form, isReadOnly }: ComponentProps<OwnField>) {
  const chosen = typesIn(form.values[name])
  return (
    <MultiSelect
      name={name}
      label={field.label}
      description={field.hint}
      placeholder={chosen.length === 0 ? TEXT.noType : ''}
      error={form.problems[name]}
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
      readOnly={isReadOnly}
      data={OFFERED_TYPES}
      value={chosen}
      onChange={(values) => form.set(name, values.join(','))}
    />
  )
}

const ROLES: RecordsKind = {
  record: roleRecord,
  title: TEXT.title,
  fields: ROLE_FIELDS,
  ownFields: { defaultUserTypes: DefaultUserTypes },
  formOf: (record) => ({ ...record, defaultUserTypes: String(record.defaultUserTypes ?? '') }),
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listRoles, request, { quiet: true }),
  read: (api, id) => api.call(getRole, { id }, { quiet: true }),
  save: (api, values, seen) =>
    api.call(
      saveRole,
      {
        ...roleValues.parse(values),
        defaultUserTypes: defaultUserTypes.parse(typesIn(values.defaultUserTypes)),
        ...(seen && { id: seen.id, version: seen.version }),
      },
      { quiet: true },
    ),
  bulk: [],
  mayChange: { allOf: PERMISSION_ADMINS },
  Actions: RoleActions,
  About: RoleAbout,
}

/** The company's roles (spec 5 §4.2). */
export function RolesTab() {
  return <RecordsPage kind={ROLES} />
}
