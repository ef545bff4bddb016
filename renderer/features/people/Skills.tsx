import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useState } from 'react'
import {
  declineSkill,
  EVIDENCE_MAX,
  listPersonSkills,
  type OfferedSkill,
  type PersonSkill,
  removePersonSkill,
  SKILL_LEVELS,
  type SkillLevel,
  type SkillProposal,
  savePersonSkill,
} from '#shared/contract/person-skills.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { monthsAfter } from '#shared/domain/months.ts'
import { SKILL_CATEGORIES } from '#shared/records/admin/skill.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import type { PanelTab } from '../records/index.ts'
import styles from './People.module.css'
import { SKILLS_TEXT as TEXT } from './skills-text.ts'
import { dayWords } from './words.ts'

/** What somebody can, and for who edits people how they have it (spec 5 §4.6). */
export function Skills({ record, onDone }: ComponentProps<PanelTab['Body']>) {
  const { api, notices, prompts } = useServices()
  const mayEdit = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_USERS'))
  const [open, setOpen] = useState<PersonSkill | 'NEW' | null>(null)
  const [granted, setGranted] = useState<SkillProposal | null>(null)
  const { id: userID, version } = record
  const { data, error, refetch } = useQuery({
    queryKey: ['person', userID, 'skills', version],
    queryFn: ({ signal }) => api.call(listPersonSkills, { userID }, { quiet: true, signal }),
    gcTime: 0,
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.part}>
        {[70, 90, 50].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  const isHere = record.status !== 'LEAVER'
  const close = () => {
    setOpen(null)
    setGranted(null)
  }
  const remove = async ({ skillID, name }: PersonSkill) => {
    const [title, text] = [TEXT.removeAsk(name), TEXT.removeText]
    if (!(await prompts.ask({ title, text, yes: TEXT.remove, no: TEXT.keep }))) return
    try {
      onDone(await api.call(removePersonSkill, { userID, version, skillID }, { quiet: true }))
      notices.show('success', TEXT.removed(name))
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
  }
  const decline = async ({ id, name }: SkillProposal) => {
    try {
      await api.call(declineSkill, { id }, { quiet: true })
      notices.show('success', TEXT.declined(name))
      await refetch()
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
  }
  return (
    <section className={styles.part}>
      {data.proposed.length === 0 ? null : (
        <ul className={styles.list} aria-label={TEXT.proposed}>
          {data.proposed.map((one) => (
            <li key={one.id}>
              <strong>{one.name}</strong>
              <span className={styles.state}>{TEXT.isProposed}</span>
              <span className={styles.wide}>
                {[one.by === null ? '' : TEXT.by(one.by), one.note].filter(Boolean).join(' · ')}
              </span>
              {mayEdit && isHere ? (
                <div className={styles.rowButtons}>
                  <Button
                    size="compact-xs"
                    aria-label={TEXT.grantOf(one.name)}
                    onClick={() => {
                      setGranted(one)
                      setOpen(data.skills.find(({ skillID }) => skillID === one.skillID) ?? 'NEW')
                    }}
                  >
                    {TEXT.grant}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={TEXT.declineOf(one.name)}
                    onClick={() => void decline(one)}
                  >
                    {TEXT.decline}
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <header className={styles.partHead}>
        <p>{data.skills.length === 0 ? TEXT.none : TEXT.count(data.skills.length)}</p>
        {mayEdit && isHere ? (
          <Button
            size="xs"
            variant="default"
            disabled={data.offered.length === 0}
            onClick={() => setOpen('NEW')}
          >
            {TEXT.add}
          </Button>
        ) : null}
      </header>
      <ul className={styles.list} aria-label={TEXT.skills}>
        {data.skills.map((one) => (
          <li key={one.skillID}>
            <strong>{one.name}</strong>
            <span className={styles.state} data-status={one.isExpired ? 'SUSPENDED' : 'ACTIVE'}>
              {one.isExpired ? TEXT.expired : SKILL_LEVELS[one.level]}
            </span>
            <span className={styles.wide}>
              {[
                SKILL_CATEGORIES[one.category],
                TEXT.since(dayWords(one.since) ?? ''),
                one.expires === null
                  ? ''
                  : (one.isExpired ? TEXT.ended : TEXT.until)(dayWords(one.expires) ?? ''),
                one.givenBy === null ? '' : TEXT.by(one.givenBy),
                one.evidence,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {mayEdit && isHere ? (
              <div className={styles.rowButtons}>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={TEXT.changeOf(one.name)}
                  onClick={() => setOpen(one)}
                >
                  {TEXT.change}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={TEXT.removeOf(one.name)}
                  onClick={() => void remove(one)}
                >
                  {TEXT.remove}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {open ? (
        <FormModal
          opened
          onClose={close}
          title={open === 'NEW' ? TEXT.addTitle(String(record.displayName)) : open.name}
          centered
          size={480}
        >
          {(leave, done) => (
            <SkillForm
              person={record}
              skill={open === 'NEW' ? null : open}
              offered={data.offered}
              proposed={granted}
              onCancel={leave}
              onClose={done}
              onDone={onDone}
            />
          )}
        </FormModal>
      ) : null}
    </section>
  )
}

interface SkillFormProps {
  readonly person: ListedRow
  /** The skill that is changed; null for a new one. */
  readonly skill: PersonSkill | null
  readonly offered: readonly OfferedSkill[]
  /** What a new one is granted for. */
  readonly proposed: SkillProposal | null
  readonly onCancel: () => void
  readonly onClose: () => void
  readonly onDone: (person: ListedRow) => void
}

function SkillForm({ person, skill, offered, proposed, onCancel, onClose, onDone }: SkillFormProps) {
  const { api, notices } = useServices()
  const [skillID, setSkillID] = useState(String(skill?.skillID ?? proposed?.skillID ?? ''))
  const [level, setLevel] = useState<SkillLevel>(skill?.level ?? 'GOOD')
  const [since, setSince] = useState(skill?.since ?? londonField(Date.now()).slice(0, 10))
  const [expires, setExpires] = useState(() => {
    const months = offered.find(({ id }) => id === proposed?.skillID)?.expiresAfterMonths ?? null
    return skill?.expires ?? (months === null ? '' : monthsAfter(since, months))
  })
  const [evidence, setEvidence] = useState(skill?.evidence ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const chosen = offered.find(({ id }) => String(id) === skillID)
  const choose = (next: string) => {
    setSkillID(next)
    const months = offered.find(({ id }) => String(id) === next)?.expiresAfterMonths ?? null
    setExpires(months === null || since === '' ? '' : monthsAfter(since, months))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { id: userID, version } = person
      const values = { level, since, expires: expires === '' ? null : expires, evidence: evidence.trim() }
      onDone(
        await api.call(
          savePersonSkill,
          { userID, version, skillID: Number(skillID), ...values },
          { quiet: true },
        ),
      )
      notices.show('success', TEXT.saved(skill?.name ?? chosen?.name ?? ''))
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.ask} onSubmit={(event) => void save(event)}>
      {skill ? null : (
        <NativeSelect
          data-autofocus
          required
          label={TEXT.skill}
          value={skillID}
          data={[
            { value: '', label: '' },
            ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      <NativeSelect
        {...(skill && { 'data-autofocus': true })}
        label={TEXT.level}
        value={level}
        data={Object.entries(SKILL_LEVELS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setLevel(currentTarget.value as SkillLevel)}
      />
      <div className={styles.pair}>
        <TextInput
          required
          type="date"
          label={TEXT.sinceLabel}
          value={since}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={TEXT.expires}
          description={TEXT.expiresHint}
          value={expires}
          onChange={({ currentTarget }) => setExpires(currentTarget.value)}
        />
      </div>
      <Textarea
        autosize
        minRows={2}
        required={chosen?.needsCertificate === true}
        label={TEXT.evidence}
        description={TEXT.evidenceHint}
        maxLength={EVIDENCE_MAX}
        value={evidence}
        onChange={({ currentTarget }) => setEvidence(currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
