import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { personOptions, searchManagers } from '#shared/contract/people-keeping.ts'
import { FIRST_ACCESS } from '#shared/records/admin/person-values.ts'
import { useServices } from '../../services/context.tsx'
import type { OwnField } from '../records/index.ts'
import { idsIn } from './form-record.ts'
import { TEXT } from './text.ts'

type Props = ComponentProps<OwnField>

/** What the form offers; read once for all of its fields. */
function useOptions() {
  const { api } = useServices()
  return useQuery({
    queryKey: ['person options'],
    queryFn: () => api.call(personOptions, {}, { quiet: true }),
    staleTime: 60_000,
  })
}

const textIn = ({ form, name }: Props) => {
  const value = form.values[name]
  return typeof value === 'string' ? value : ''
}

const common = ({ name, field, form }: Props) => ({
  name,
  label: field.label,
  error: form.problems[name],
  withAsterisk: field.isRequired === true,
  onBlur: () => form.check(name),
})

type Named = { readonly id: number; readonly name: string }
type Offered = 'areas' | 'agencies' | 'contractTypes' | 'roles' | 'skills'

const asData = (all: readonly Named[], chosen: readonly string[]) => [
  ...all.map(({ id, name }) => ({ value: String(id), label: name })),
  // What is chosen and isn't offered any more stays chosen.
  ...chosen
    .filter((value) => value !== '' && !all.some(({ id }) => String(id) === value))
    .map((value) => ({ value, label: TEXT.notOffered })),
]

interface OfProps extends Props {
  readonly of: Offered
}

/** One of what there is. */
function One({ of, ...props }: OfProps) {
  const { data, isPending } = useOptions()
  const value = textIn(props)
  return (
    <Select
      {...common(props)}
      searchable
      clearable={props.field.isRequired !== true}
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={TEXT.nothingFound}
      readOnly={props.isReadOnly}
      placeholder={isPending ? TEXT.loading : ''}
      data={asData(data?.[of] ?? [], [value])}
      value={value === '' ? null : value}
      onChange={(chosen) => props.form.set(props.name, chosen ?? '')}
    />
  )
}

/** Some of what there is. */
function Some({ of, ...props }: OfProps) {
  const { data, isPending } = useOptions()
  const chosen = idsIn(textIn(props)).map(String)
  return (
    <MultiSelect
      {...common(props)}
      searchable
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={TEXT.nothingFound}
      readOnly={props.isReadOnly}
      placeholder={isPending ? TEXT.loading : ''}
      data={asData(data?.[of] ?? [], chosen)}
      value={chosen}
      onChange={(values) => props.form.set(props.name, values.join(','))}
    />
  )
}

const Area = (props: Props) => <One {...props} of="areas" />
const ContractType = (props: Props) => <One {...props} of="contractTypes" />
const Skills = (props: Props) => <Some {...props} of="skills" />
const LimitedTo = (props: Props) => <Some {...props} of="areas" />

/** Roles that the viewer may give. Somebody new begins with those of their user type. */
function Roles(props: Props) {
  const { name, form, isReadOnly } = props
  const { data } = useOptions()
  const chosen = idsIn(textIn(props)).map(String)
  const { userType } = form.values
  const given = useRef('')
  useEffect(() => {
    if (!form.isNew || !data || typeof userType !== 'string' || userType === '') return
    const usual = data.roles.find(
      ({ defaultUserTypes, mayGive }) => mayGive && defaultUserTypes.includes(userType),
    )
    const current = form.values[name]
    if (usual && (current === '' || current === given.current)) {
      given.current = String(usual.id)
      if (current !== given.current) form.set(name, given.current)
    }
  }, [userType, data, form, name])
  const roles = data?.roles ?? []
  const offered = roles.filter(({ id, mayGive }) => mayGive || chosen.includes(String(id)))
  return (
    <MultiSelect
      {...common(props)}
      searchable
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={TEXT.nothingFound}
      readOnly={isReadOnly}
      data={asData(offered, chosen)}
      value={chosen}
      onChange={(values) => form.set(name, values.join(','))}
    />
  )
}

/** Somebody who works here. */
function Manager(props: Props) {
  const { api } = useServices()
  const [searchTerm, setSearchTerm] = useState('')
  const value = textIn(props)
  const { data } = useQuery({
    queryKey: ['managers', searchTerm, value],
    queryFn: () =>
      api.call(searchManagers, { searchTerm, id: value === '' ? null : Number(value) }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const people = data?.people ?? []
  const shown = people.find(({ id }) => String(id) === value)?.displayName
  return (
    <Select
      {...common(props)}
      searchable
      clearable
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={TEXT.nothingFound}
      readOnly={props.isReadOnly}
      // What is found comes from the server, by name or user name.
      filter={({ options }) => options}
      onSearchChange={(typed) => setSearchTerm(typed === shown ? '' : typed.slice(0, 100))}
      data={people.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
      value={value === '' ? null : value}
      onChange={(chosen) => props.form.set(props.name, chosen ?? '')}
    />
  )
}

/** The agency, where the contract is an agency's, or the person is. */
function Agency(props: Props) {
  const { data } = useOptions()
  const { contractKey, userType } = props.form.values
  const contract = data?.contractTypes.find(({ id }) => String(id) === contractKey)
  const isNeeded = contract?.isAgency || userType === 'AGENCY' || textIn(props) !== ''
  return isNeeded ? <One {...props} of="agencies" /> : null
}

/** How somebody new gets in. */
function Access(props: Props) {
  const { data } = useOptions()
  if (!props.form.isNew) return null
  const value = textIn(props) || 'INVITATION'
  return (
    <NativeSelect
      name={props.name}
      label={props.field.label}
      description={
        value === 'INVITATION' && data?.isMailSetUp === false
          ? TEXT.noMail
          : TEXT.accessHint[value as keyof typeof FIRST_ACCESS]
      }
      value={value}
      data={Object.entries(FIRST_ACCESS).map(([one, label]) => ({ value: one, label }))}
      onChange={(event) => props.form.set(props.name, event.currentTarget.value)}
    />
  )
}

function Day(props: Props) {
  return (
    <TextInput
      {...common(props)}
      type="date"
      readOnly={props.isReadOnly}
      value={textIn(props)}
      onChange={(event) => props.form.set(props.name, event.currentTarget.value)}
    />
  )
}

/** Fields of a person that choose among what there is. */
export const PERSON_OWN_FIELDS: Readonly<Record<string, OwnField>> = {
  access: Access,
  roleKeys: Roles,
  areaKey: Area,
  managerKey: Manager,
  contractKey: ContractType,
  agencyKey: Agency,
  startDay: Day,
  skillKeys: Skills,
  limitKeys: LimitedTo,
}
