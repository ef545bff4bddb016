import '../mantine-styles.ts'
import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getLiveProjects, newIncident } from '#shared/contract/incident.ts'
import { canSendIncident, type IncidentForm } from '#shared/domain/incident.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError, reasonOf } from '../../../services/http/api-client.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { INCIDENT_TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import styles from './Raise.module.css'

/** The incident form (spec 3 §2). */
export function IncidentDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={INCIDENT_TEXT.title} size={600} centered zIndex={215}>
      {opened ? <Form onClose={onClose} /> : null}
    </Modal>
  )
}

/** What is filled in; the texts are kept until they are sent. */
function useIncident() {
  const texts = {
    callID: useDraft('incident/callID'),
    respondentName: useDraft('incident/respondentName'),
    phoneNumber: useDraft('incident/phoneNumber'),
    details: useDraft('incident/details'),
  }
  const [selectedProject, setProject] = useState(0)
  const [signedOff, setSignedOff] = useState(false)
  const form: IncidentForm = {
    selectedProject,
    callID: texts.callID.text,
    respondentName: texts.respondentName.text,
    phoneNumber: texts.phoneNumber.text,
    details: texts.details.text,
    signedOff,
  }
  const clear = () => {
    for (const draft of Object.values(texts)) draft.clear()
  }
  return { texts, form, setProject, setSignedOff, clear }
}

/** Files an incident; one that got no answer and is sent again is filed once. */
function useSend(onSent: () => void) {
  const { api, notices, newID } = useServices()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef({ what: '', key: '' })
  const send = async ({ signedOff: _, ...incident }: IncidentForm) => {
    const what = JSON.stringify(incident)
    if (key.current.what !== what) key.current = { what, key: newID() }
    setBusy(true)
    setProblem(null)
    try {
      const { sentTo } = await api.call(newIncident, incident, {
        quiet: true,
        idempotencyKey: key.current.key,
      })
      notices.show('success', INCIDENT_TEXT.sent)
      if (sentTo !== '') notices.show('info', INCIDENT_TEXT.thankYou(sentTo))
      onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, send }
}

function Form({ onClose }: { onClose: () => void }) {
  const { api } = useServices()
  const incident = useIncident()
  const { texts, form } = incident
  const projects = useQuery({
    queryKey: ['incident-projects'],
    queryFn: ({ signal }) => api.call(getLiveProjects, undefined, { quiet: true, signal }),
  })
  const sending = useSend(() => {
    incident.clear()
    onClose()
  })
  const field = (name: keyof typeof texts) => ({
    label: INCIDENT_TEXT[name],
    value: texts[name].text,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      texts[name].set(event.currentTarget.value),
  })
  return (
    <div className={styles.raise}>
      <p className={styles.lead}>{INCIDENT_TEXT.lead}</p>
      <NativeSelect
        label={INCIDENT_TEXT.project}
        value={String(form.selectedProject)}
        data={[
          { value: '0', label: INCIDENT_TEXT.chooseProject },
          ...(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => incident.setProject(Number(event.currentTarget.value))}
      />
      {projects.error ? (
        <div>
          <Problem>{`${INCIDENT_TEXT.projectsFailed} ${reasonOf(projects.error)}`}</Problem>
          <Button size="compact-sm" variant="default" onClick={() => void projects.refetch()}>
            {INCIDENT_TEXT.retry}
          </Button>
        </div>
      ) : null}
      <div className={styles.two}>
        <TextInput {...field('callID')} maxLength={100} />
        <TextInput {...field('phoneNumber')} type="tel" maxLength={50} />
      </div>
      <TextInput {...field('respondentName')} maxLength={200} />
      <Textarea {...field('details')} minRows={4} maxRows={12} autosize maxLength={10_000} />
      <Checkbox
        label={INCIDENT_TEXT.signOff}
        checked={form.signedOff}
        onChange={(event) => incident.setSignedOff(event.currentTarget.checked)}
      />
      <Problem>{sending.problem}</Problem>
      <FormActions>
        <Button
          disabled={!canSendIncident(form)}
          loading={sending.busy}
          onClick={() => void sending.send(form)}
        >
          {INCIDENT_TEXT.send}
        </Button>
      </FormActions>
    </div>
  )
}
