import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { revokeSystemIssue } from '#shared/contract/help.ts'
import type { SystemIssueRecord } from '#shared/contract/ticket-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useWrite } from '../use-write.ts'
import styles from './TicketView.module.css'

interface RevokeButtonProps {
  readonly ticketID: number
  readonly record: SystemIssueRecord
}

/** Revokes a record of lost work: its reason, then once more whether it is meant, for it can't be undone (spec 3 §4). */
export function RevokeButton({ ticketID, record }: RevokeButtonProps) {
  const { notices } = useServices()
  const [stage, setStage] = useState<'closed' | 'reason' | 'sure'>('closed')
  const [reason, setReason] = useState('')
  const write = useWrite()
  const goOn = () => {
    if (reason.trim() === '') return write.setProblem(TEXT.revokeNeedsReason)
    write.setProblem(null)
    setStage('sure')
  }
  const revoke = async () => {
    if (!(await write.run(revokeSystemIssue, { ticketID, recordID: record.recordID, reason }))) return
    notices.show('success', TEXT.revoked)
    setStage('closed')
  }
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setStage('reason')}>
        {TEXT.revoke}
      </Button>
      <Modal
        opened={stage !== 'closed'}
        onClose={() => setStage('closed')}
        title={TEXT.revokeTitle(record.activity)}
        centered
        zIndex={220}
        closeButtonProps={{ 'aria-label': TEXT.cancel }}
      >
        <div className={styles.form}>
          {stage === 'sure' ? (
            <p role="alert">{TEXT.revokeSure}</p>
          ) : (
            <Textarea
              label={TEXT.revokeReason}
              data-autofocus
              minRows={2}
              autosize
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <Problem>{write.problem}</Problem>
          <FormActions>
            <Button variant="default" onClick={() => setStage('closed')}>
              {TEXT.cancel}
            </Button>
            {stage === 'sure' ? (
              <Button color="red" loading={write.busy} onClick={revoke}>
                {TEXT.revokeYes}
              </Button>
            ) : (
              <Button color="red" variant="light" onClick={goOn}>
                {TEXT.revoke}
              </Button>
            )}
          </FormActions>
        </div>
      </Modal>
    </>
  )
}
