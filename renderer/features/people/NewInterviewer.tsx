import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { newPerson, personOptions, searchManagers } from '#shared/contract/people-keeping.ts'
import {
  EMAIL_MAX,
  FIRST_ACCESS,
  type FirstAccess,
  NAME_MAX,
  SHORT_MAX,
} from '#shared/records/admin/person-values.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type RemoteOption, RemoteSelect } from '../../ui/RemoteSelect.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './People.module.css'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import { TEXT } from './text.ts'

const { facts } = TEXT

/** 'New interviewer', for who may add interviewers and nobody else (spec 5 §3.2). */
export function NewInterviewer() {
  const mayAdd = useSession(({ permissions }) => permissions.can('SUPPORT_CAN_ADD_AGENTS'))
  const [isOpen, setOpen] = useState(false)
  const { close, closeNow, onChange } = useCloseOrAsk(() => setOpen(false))
  const [told, setTold] = useState<{ name: string; password: string } | null>(null)
  if (!mayAdd) return null
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.newInterviewer}
      </Button>
      {isOpen ? (
        <Modal
          opened
          onClose={() => void close()}
          title={TEXT.newInterviewer}
          centered
          size={560}
          closeOnClickOutside={false}
        >
          <InterviewerForm
            onTyped={onChange}
            onClose={() => void close()}
            onMade={(name, password) => {
              closeNow()
              if (password !== null) setTold({ name, password })
            }}
          />
        </Modal>
      ) : null}
      <TemporaryPassword told={told} onClose={() => setTold(null)} />
    </>
  )
}

interface FormProps {
  readonly onTyped: () => void
  readonly onClose: () => void
  readonly onMade: (name: string, temporaryPassword: string | null) => void
}

const EMPTY = {
  ...{ displayName: '', userName: '', email: '', mobile: '', areaID: '', contractTypeID: '', agencyID: '' },
  ...{ startDate: '', access: 'INVITATION' },
}

function InterviewerForm({ onTyped, onClose, onMade }: FormProps) {
  const { api, notices } = useServices()
  const [values, setValues] = useState(EMPTY)
  const [manager, setManager] = useState<RemoteOption | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['person options'],
    queryFn: () => api.call(personOptions, {}, { quiet: true }),
    staleTime: 60_000,
  })
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={240} />
      </div>
    )
  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((now) => ({ ...now, [name]: value })),
  })
  const choices = (all: readonly { id: number; name: string }[]) => [
    { value: '', label: '' },
    ...all.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const isAgency = data.contractTypes.some(
    ({ id, isAgency: of }) => of && String(id) === values.contractTypeID,
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const idOf = (text: string) => (text === '' ? null : Number(text))
    const { displayName, userName, email, mobile, startDate, access } = values
    try {
      const made = await api.call(
        newPerson,
        {
          ...{ displayName, userName, mobile, email: email.trim() || null, userType: 'INTERVIEWER' },
          roleIDs: data.roles
            .filter(({ mayGive }) => mayGive)
            .slice(0, 1)
            .map(({ id }) => id),
          ...{ areaID: idOf(values.areaID), contractTypeID: idOf(values.contractTypeID) },
          agencyID: isAgency ? idOf(values.agencyID) : null,
          ...{ managerID: manager?.id ?? null, startDate: startDate || null },
          access: access as FirstAccess,
        },
        { quiet: true },
      )
      notices.show('success', TEXT.interviewerMade(made.person.displayName))
      onMade(made.person.displayName, made.temporaryPassword)
    } catch (failure) {
      setProblem(refusalOf(failure))
      setBusy(false)
    }
  }
  return (
    <form className={styles.ask} onChange={onTyped} onSubmit={(event) => void save(event)}>
      <p>{TEXT.interviewerLead}</p>
      <div className={styles.pair}>
        <TextInput
          data-autofocus
          required
          label={facts.displayName}
          maxLength={NAME_MAX}
          {...field('displayName')}
        />
        <TextInput
          required
          label={facts.userName}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          {...field('userName')}
        />
        <TextInput
          type="email"
          required={values.access === 'INVITATION'}
          label={facts.email}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          {...field('email')}
        />
        <TextInput
          type="tel"
          label={facts.mobile}
          maxLength={SHORT_MAX}
          autoComplete="off"
          {...field('mobile')}
        />
        <NativeSelect required label={facts.area} data={choices(data.areas)} {...field('areaID')} />
        <RemoteSelect
          label={facts.manager}
          value={manager}
          onChange={setManager}
          search={async (searchTerm, signal) => {
            const { people } = await api.call(
              searchManagers,
              { searchTerm, id: null },
              { quiet: true, signal },
            )
            return people.map(({ id, displayName }) => ({ id, name: displayName }))
          }}
        />
        <NativeSelect
          label={facts.contractType}
          data={choices(data.contractTypes)}
          {...field('contractTypeID')}
        />
        {isAgency ? (
          <NativeSelect required label={facts.agency} data={choices(data.agencies)} {...field('agencyID')} />
        ) : null}
        <TextInput type="date" label={facts.startDate} {...field('startDate')} />
      </div>
      <NativeSelect
        label={TEXT.access}
        description={
          values.access === 'INVITATION' && !data.isMailSetUp
            ? TEXT.noMail
            : TEXT.accessHint[values.access as FirstAccess]
        }
        data={Object.entries(FIRST_ACCESS).map(([value, label]) => ({ value, label }))}
        {...field('access')}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.addInterviewer}
        </Button>
      </FormActions>
    </form>
  )
}
