import { Button, Textarea } from '@mantine/core'
import { IconLifebuoy, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { type Finding, sendHardwareReport } from '#shared/contract/device-health.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import type { Check } from './checks.ts'
import styles from './Hardware.module.css'

const NOTE_MAX = 1000
const DETAIL_MAX = 300

/** Sends what was found to support, with the person's own words. The text stays until it was sent. */
export function SupportCard({ checks, client }: { checks: readonly Check[]; client: string }) {
  const { api } = useServices()
  const [note, setNote] = useState('')
  const [state, setState] = useState<'writing' | 'sending' | 'sent' | 'absent'>('writing')
  const [problem, setProblem] = useState<string | null>(null)

  const send = async () => {
    setState('sending')
    setProblem(null)
    const findings: Finding[] = checks.map(({ check, state, detail }) => ({
      check,
      state,
      detail: detail.slice(0, DETAIL_MAX),
    }))
    try {
      await api.call(sendHardwareReport, { findings, note: note.trim(), client }, { quiet: true })
      setNote('')
      setState('sent')
    } catch (error) {
      // A server that can't take reports has no use for the form.
      const absent = error instanceof ApiError && error.status === 404
      setState(absent ? 'absent' : 'writing')
      if (!absent) setProblem(reasonOf(error))
    }
  }

  if (state === 'absent') return null
  return (
    <section className={styles.card} data-wide="true" aria-label="Send to support">
      <h4 className={styles.heading}>
        <IconLifebuoy size={18} aria-hidden="true" />
        Need help?
      </h4>
      <p className={styles.hint}>
        Support sees what is on this page: the results, your browser or desktop app, and what you write. No
        sound or picture is sent.
      </p>
      <Textarea
        label="What happens when you work?"
        placeholder="For example: respondents say that my voice breaks up."
        value={note}
        maxLength={NOTE_MAX}
        rows={3}
        onChange={(event) => {
          setNote(event.currentTarget.value)
          if (state === 'sent') setState('writing')
        }}
      />
      <Problem>{problem}</Problem>
      <div className={styles.send}>
        <span role="status">{state === 'sent' ? 'Sent. Support can see your results now.' : ''}</span>
        <Button
          loading={state === 'sending'}
          leftSection={<IconSend size={16} aria-hidden="true" />}
          onClick={() => void send()}
        >
          Send to support
        </Button>
      </div>
    </section>
  )
}
