import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newPerson, personOptions } from '#shared/contract/people-keeping.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import { FIRST_ACCESS, type FirstAccess, type UserType } from '#shared/records/admin/person-values.ts'
import { useServices } from '../../services/context.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import styles from './Pending.module.css'
import type { Pending } from './pending.ts'
import { TEXT } from './text.ts'

const { fields: LABELS } = TEXT
const idOrNull = (value: string) => (value === '' ? null : Number(value))
const idText = (id: number | null | undefined) => (id === null || id === undefined ? '' : String(id))

interface CreateDialogProps {
  readonly record: Pending
  readonly onClose: () => void
  readonly onCreated: () => void
}

/** Makes a person of an applicant: the form is filled from them (spec 5 §3.1). */
export function CreateDialog({ record, onClose, onCreated }: CreateDialogProps) {
  const { api, notices, prompts } = useServices()
  const first = record.suggested ?? {}
  const { data } = useQuery({
    queryKey: ['person-options'],
    queryFn: () => api.call(personOptions, {}, { quiet: true }),
  })
  const [values, setValues] = useState({
    displayName: first.displayName ?? '',
    userName: first.userName ?? '',
    email: first.email ?? '',
    mobile: first.mobile ?? '',
    userType: first.userType ?? 'INTERVIEWER',
    roleID: '',
    areaID: idText(first.areaID),
    contractTypeID: idText(first.contractTypeID),
    agencyID: idText(first.agencyID),
    startDate: first.startDate ?? '',
    access: 'INVITATION',
  })
  const [manager, setManager] = useState<{ id: number; name: string } | null>(null)
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  const named = (list: readonly { id: number; name: string }[] | undefined, none = true) => [
    ...(none ? [{ value: '', label: TEXT.none }] : []),
    ...(list ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const roles = (data?.roles ?? []).filter(({ mayGive }) => mayGive)
  const usual = roles.find(({ defaultUserTypes }) => defaultUserTypes.includes(values.userType))
  const roleID = values.roleID === '' ? idText(usual?.id) : values.roleID
  const create = async () => {
    const { person, temporaryPassword } = await api.call(
      newPerson,
      {
        ...first,
        displayName: values.displayName,
        userName: values.userName,
        email: values.email.trim() === '' ? null : values.email,
        mobile: values.mobile,
        userType: values.userType as UserType,
        roleIDs: roleID === '' ? [] : [Number(roleID)],
        areaID: idOrNull(values.areaID),
        managerID: manager?.id ?? null,
        contractTypeID: idOrNull(values.contractTypeID),
        agencyID: idOrNull(values.agencyID),
        startDate: values.startDate === '' ? null : values.startDate,
        access: values.access as FirstAccess,
        applicantID: record.applicantID,
      },
      { quiet: true },
    )
    notices.show('success', TEXT.created(person.displayName))
    onCreated()
    if (temporaryPassword !== null)
      await prompts.ok({ title: person.displayName, text: TEXT.password(temporaryPassword) })
  }
  return (
    <AskDialog
      cancel={TEXT.cancel}
      title={TEXT.createTitle(record.displayName)}
      action={TEXT.create}
      size={620}
      onClose={onClose}
      run={create}
    >
      <div className={styles.pair}>
        <TextInput required data-autofocus label={LABELS.displayName} {...field('displayName')} />
        <TextInput required label={LABELS.userName} spellCheck={false} {...field('userName')} />
        <TextInput type="email" label={LABELS.email} {...field('email')} />
        <TextInput label={LABELS.mobile} {...field('mobile')} />
        <NativeSelect
          label={LABELS.userType}
          data={(data?.userTypes ?? [values.userType as UserType]).map((value) => ({
            value,
            label: USER_TYPES[value],
          }))}
          {...field('userType')}
        />
        <NativeSelect label={LABELS.role} data={named(roles)} {...field('roleID')} value={roleID} />
        <NativeSelect label={LABELS.area} data={named(data?.areas)} {...field('areaID')} />
        <PersonSelect label={LABELS.manager} value={manager} onChange={setManager} />
        <NativeSelect
          label={LABELS.contractType}
          data={named(data?.contractTypes)}
          {...field('contractTypeID')}
        />
        <NativeSelect label={LABELS.agency} data={named(data?.agencies)} {...field('agencyID')} />
        <TextInput type="date" label={LABELS.startDate} {...field('startDate')} />
        <NativeSelect
          label={LABELS.access}
          data={Object.entries(FIRST_ACCESS).map(([value, label]) => ({ value, label }))}
          {...field('access')}
        />
      </div>
    </AskDialog>
  )
}
