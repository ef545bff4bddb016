import './mantine-styles.ts'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import type { IdleAnswer } from '#shared/domain/idle.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

interface IdleDialogProps {
  readonly opened: boolean
  readonly params: DialogParams['idle-question']
}

/** 'Are you still working?', over whatever page is open (spec 4 §4.2.1). It goes with an answer. */
export function IdleDialog({ opened, params }: IdleDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      title={TEXT.title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {opened ? <Question key={params.since} {...params} /> : null}
    </Modal>
  )
}

function Question({ since, isFlagged, answer }: DialogParams['idle-question']) {
  const [isAway, setAway] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<IdleAnswer | null>(null)
  const say = async (said: IdleAnswer) => {
    setBusy(said)
    setProblem(null)
    setProblem(await answer(said))
    setBusy(null)
  }
  const button = (said: IdleAnswer, label: string, isMain: boolean) => (
    <Button
      variant={isMain ? 'filled' : 'default'}
      data-autofocus={isMain || undefined}
      loading={busy === said}
      disabled={busy !== null && busy !== said}
      onClick={() => void say(said)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <p>{TEXT.since(TIME.format(since))}</p>
      {isFlagged ? <p role="status">{TEXT.flagged}</p> : null}
      {isAway ? (
        <>
          <p>
            <strong>{TEXT.awayWhat}</strong> {TEXT.awayHint}
          </p>
          <Problem>{problem}</Problem>
          <FormActions isFirstApart>
            <Button variant="subtle" onClick={() => setAway(false)}>
              {TEXT.back}
            </Button>
            {button('PERSONAL', TEXT.personal, false)}
            {button('BREAK', TEXT.break, false)}
          </FormActions>
        </>
      ) : (
        <>
          <Problem>{problem}</Problem>
          <FormActions>
            <Button variant="default" disabled={busy !== null} onClick={() => setAway(true)}>
              {TEXT.away}
            </Button>
            {button('STILL_HERE', TEXT.yes, true)}
          </FormActions>
        </>
      )}
    </>
  )
}
