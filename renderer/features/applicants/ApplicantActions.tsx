import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { moveApplicant, ownApplicant } from '#shared/contract/applicants.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { APPLICANT_STAGES, isOver, stageAfter } from '#shared/domain/applicants.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { AskDialog } from '../ask-dialog/index.ts'
import type { RecordsKind } from '../records/index.ts'
import styles from './Applicants.module.css'
import { applicantIn, timelineKey } from './applicant.ts'
import { TEXT } from './text.ts'

type Stage = RequestOf<typeof moveApplicant>['stage']

/** Stages that the page moves somebody to; an accepted offer moves them on from there. */
const BY_HAND = ['SCREENING', 'TEST', 'INTERVIEW', 'OFFER'] as const
const nextOf = (stage: keyof typeof APPLICANT_STAGES) =>
  BY_HAND.find((one) => one === stageAfter(stage)) ?? null

/** What recruiters do with an applicant. */
export function ApplicantActions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const ownID = useSession(({ user }) => user?.id)
  const [asked, setAsked] = useState<Stage | null>(null)
  const [reason, setReason] = useState('')
  const [mayApplyFrom, setMayApplyFrom] = useState('')
  const applicant = applicantIn(record)
  const { id, version, name, stage } = applicant
  const done = (changed: Parameters<typeof onDone>[0]) => {
    void queries.invalidateQueries({ queryKey: timelineKey(id) })
    onDone(changed, true)
  }
  const move = async (to: Stage, why = '', from = '') => {
    const request = { id, version, stage: to, reason: why, mayApplyFrom: from === '' ? null : from }
    const changed = await api.call(moveApplicant, request, { quiet: true })
    notices.show('success', TEXT.moved(name, APPLICANT_STAGES[to]))
    done(changed)
  }
  const at = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
  }
  const own = () =>
    at(async () =>
      done(
        await api.call(ownApplicant, { id, version, isMine: applicant.ownerID !== ownID }, { quiet: true }),
      ),
    )
  if (stage === 'STARTED') return null
  const next = nextOf(stage)
  const ask = (to: Stage) => {
    setReason('')
    setAsked(to)
  }
  return (
    <div className={styles.buttons}>
      {next === null ? null : (
        <Button size="xs" onClick={() => (stage === 'TEST' ? ask(next) : void at(() => move(next)))}>
          {TEXT.next(APPLICANT_STAGES[next])}
        </Button>
      )}
      {isOver(stage) ? (
        <Button size="xs" variant="default" onClick={() => void at(() => move('SCREENING'))}>
          {TEXT.back}
        </Button>
      ) : (
        <>
          <Button size="xs" variant="default" onClick={() => ask('REJECTED')}>
            {TEXT.reject}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask('WITHDRAWN')}>
            {TEXT.withdraw}
          </Button>
        </>
      )}
      <Button size="xs" variant="default" onClick={() => void own()}>
        {applicant.ownerID === ownID ? TEXT.disown : TEXT.own}
      </Button>
      {asked === null ? null : (
        <AskDialog
          title={
            asked === 'REJECTED'
              ? TEXT.rejectTitle(name)
              : asked === 'WITHDRAWN'
                ? TEXT.withdrawTitle(name)
                : TEXT.nextTitle(name, APPLICANT_STAGES[asked])
          }
          {...(asked === 'INTERVIEW' && { text: TEXT.nextText })}
          {...(asked === 'REJECTED' && { text: TEXT.rejectText })}
          action={
            asked === 'REJECTED'
              ? TEXT.reject
              : asked === 'WITHDRAWN'
                ? TEXT.withdraw
                : TEXT.next(APPLICANT_STAGES[asked])
          }
          cancel={TEXT.cancel}
          isReady={reason.trim() !== ''}
          onClose={() => setAsked(null)}
          run={() => move(asked, reason.trim(), asked === 'REJECTED' ? mayApplyFrom : '')}
        >
          <Textarea
            required
            data-autofocus
            autosize
            minRows={2}
            label={TEXT.reason}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {asked === 'REJECTED' ? (
            <TextInput
              type="date"
              label={TEXT.mayApplyFrom}
              value={mayApplyFrom}
              onChange={({ currentTarget }) => setMayApplyFrom(currentTarget.value)}
            />
          ) : null}
        </AskDialog>
      )}
    </div>
  )
}
