import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addStarter } from '#shared/contract/pending-recruitment.ts'
import { personOptions } from '#shared/contract/people-keeping.ts'
import { APPLICANT_SOURCES, type ApplicantSource } from '#shared/domain/applicants.ts'
import { pendingRecord } from '#shared/records/admin/pending.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import styles from './Pending.module.css'
import { TEXT } from './text.ts'

const EMPTY = {
  ...{ name: '', email: '', mobile: '', source: 'OTHER' as ApplicantSource, agencyID: '', areaID: '' },
  ...{ contractTypeID: '', startDate: '', notes: '', hasConsent: false },
}
const idOf = (chosen: string) => (chosen === '' ? null : Number(chosen))

/** Adds somebody who was hired outside of this installation. */
export function AddStarter() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.add}
      </Button>
      {isOpen ? <AddDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  // Who may make people sees what there is to choose; others leave it to them.
  const mayChoose = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_USERS'))
  const { data: options } = useQuery({
    queryKey: ['person-options'],
    queryFn: () => api.call(personOptions, {}, { quiet: true }),
    enabled: mayChoose,
  })
  const [typed, setTyped] = useState(EMPTY)
  const set = (part: Partial<typeof EMPTY>) => setTyped((now) => ({ ...now, ...part }))
  const choice = (name: 'agencyID' | 'areaID' | 'contractTypeID', label: string, from: Named[] = []) => (
    <NativeSelect
      label={label}
      value={typed[name]}
      data={[
        { value: '', label: TEXT.none },
        ...from.map((one) => ({ value: String(one.id), label: one.name })),
      ]}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  )
  const text = (name: 'name' | 'email' | 'mobile', label: string, max: number, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      required={name === 'name'}
      data-autofocus={name === 'name' || undefined}
      maxLength={max}
      autoComplete="off"
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  )
  const { agencyID, areaID, contractTypeID, startDate, hasConsent, email, mobile, ...rest } = typed
  const isReady = rest.name.trim() !== '' && (email.trim() !== '' || mobile.trim() !== '') && hasConsent
  return (
    <AskDialog
      cancel={TEXT.cancel}
      title={TEXT.addTitle}
      text={TEXT.addText}
      action={TEXT.add}
      isReady={isReady}
      onClose={onClose}
      run={async () => {
        await api.call(
          addStarter,
          {
            ...{ ...rest, email: email.trim(), mobile, hasConsent: true },
            agencyID: rest.source === 'AGENCY' ? idOf(agencyID) : null,
            ...{ areaID: idOf(areaID), contractTypeID: idOf(contractTypeID) },
            startDate: startDate === '' ? null : startDate,
          },
          { quiet: true },
        )
        notices.show('success', TEXT.added(rest.name.trim()))
        await queries.invalidateQueries({ queryKey: ['records', pendingRecord.name] })
      }}
    >
      {text('name', TEXT.fields.displayName, 200)}
      <div className={styles.pair}>
        {text('email', TEXT.fields.email, 254, 'email')}
        {text('mobile', TEXT.fields.mobile, 40, 'tel')}
        <NativeSelect
          label={TEXT.source}
          value={typed.source}
          data={Object.entries(APPLICANT_SOURCES).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => set({ source: value as ApplicantSource })}
        />
        {options && typed.source === 'AGENCY'
          ? choice('agencyID', TEXT.fields.agency, options.agencies)
          : null}
        <TextInput
          type="date"
          label={TEXT.fields.startDate}
          value={startDate}
          onChange={({ currentTarget: { value } }) => set({ startDate: value })}
        />
        {options ? choice('areaID', TEXT.fields.area, options.areas) : null}
        {options ? choice('contractTypeID', TEXT.fields.contractType, options.contractTypes) : null}
      </div>
      <Textarea
        autosize
        minRows={2}
        label={TEXT.facts.notes}
        maxLength={2000}
        value={typed.notes}
        onChange={({ currentTarget: { value } }) => set({ notes: value })}
      />
      <Checkbox
        label={TEXT.consent}
        checked={hasConsent}
        onChange={({ currentTarget: { checked } }) => set({ hasConsent: checked })}
      />
    </AskDialog>
  )
}

interface Named {
  readonly id: number
  readonly name: string
}
