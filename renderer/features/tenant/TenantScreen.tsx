import './mantine-styles.ts'
import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import {
  COMPANY_NUMBER_MAX,
  getTenant,
  legalAcceptances,
  MAIL_FOOTER_MAX,
  updateTenant,
} from '#shared/contract/tenant.ts'
import { LEGAL_KINDS, type LegalKind, notYetApproved } from '#shared/domain/legal.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { linesOf } from '../../ui/form/lines-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Address } from './Address.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { Pictures } from './Pictures.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import styles from './Tenant.module.css'
import { TEXT } from './text.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

const TENANT = ['tenant'] as const
type Tenant = ResponseOf<typeof getTenant>
const LINES = Object.keys(TEXT.fields) as (keyof typeof TEXT.fields)[]
/** Longest of each, as the contract has it; all but the company number are needed. */
const LONGEST: Readonly<Record<(typeof LINES)[number], number>> = {
  ...{ companyName: 200, legalName: 200, registeredAddress: 500, supportContact: 200 },
  ...{ dataProtectionEmail: 254, companyNumber: COMPANY_NUMBER_MAX },
}
const ACCEPTANCES_SHOWN = 100
const CHANNELS = Object.keys(TEXT.channels) as (keyof typeof TEXT.channels)[]

/** Admin › Tenant (spec 5 §5.7). */
export function TenantScreen() {
  const { api } = useServices()
  const mayChange = useMayChange()
  const { data, error, refetch } = useQuery({
    queryKey: TENANT,
    queryFn: ({ signal }) => api.call(getTenant, undefined, { quiet: true, signal }),
  })
  return (
    <section className={styles.screen} aria-labelledby="tenant-title">
      <header>
        <h1 id="tenant-title">{TEXT.title}</h1>
        <p className={styles.lead}>{TEXT.lead}</p>
      </header>
      {error && !data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Company key={data.version} tenant={data} />
          <Address key={`address ${data.version}`} tenant={data} mayChange={mayChange} onChanged={refetch} />
          <Pictures pictures={data.pictures} mayChange={mayChange} onChanged={refetch} />
          <Legal tenant={data} />
          <Acceptances />
        </>
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={420} />
        </div>
      )}
    </section>
  )
}

const useMayChange = () => useSession(({ permissions }) => permissions.can('ADMIN_CAN_UPDATE_TENANT'))

function Company({ tenant: { company, version, address } }: { readonly tenant: Tenant }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  // The demo company has no details of its own to change.
  const mayChange = useMayChange() && address !== null
  const [form, setForm] = useState(() => ({ ...company, staffDomains: company.staffDomains.join('\n') }))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const facts = { ...form, staffDomains: linesOf(form.staffDomains) }
  const isChanged = JSON.stringify(facts) !== JSON.stringify(company)
  const wrongDomain = facts.staffDomains.find((domain) => !MAIL_DOMAIN.test(domain))
  const [isAsked, setAsked] = useState(false)
  const isLacking = (name: (typeof LINES)[number]) => name !== 'companyNumber' && form[name].trim() === ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wrongDomain !== undefined || LINES.some(isLacking)) return
    setBusy(true)
    setProblem(null)
    try {
      await api.call(updateTenant, { ...facts, version }, { quiet: true })
      notices.show('success', TEXT.saved)
      await client.invalidateQueries({ queryKey: TENANT })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.card} onSubmit={(event) => void save(event)} aria-label={TEXT.company} noValidate>
      <h2>{TEXT.company}</h2>
      <div className={styles.fields}>
        {LINES.map((name) => (
          <TextInput
            key={name}
            label={TEXT.fields[name]}
            value={form[name]}
            readOnly={!mayChange}
            withAsterisk={mayChange && name !== 'companyNumber'}
            error={isAsked && isLacking(name) ? TEXT.needed : null}
            maxLength={LONGEST[name]}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        label={TEXT.mailFooter}
        description={TEXT.mailFooterHint}
        value={form.mailFooter}
        readOnly={!mayChange}
        maxLength={MAIL_FOOTER_MAX}
        onChange={(event) => setForm({ ...form, mailFooter: event.currentTarget.value })}
      />
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        label={TEXT.staffDomains}
        description={TEXT.staffDomainsHint}
        value={form.staffDomains}
        error={wrongDomain === undefined ? null : TEXT.noDomain(wrongDomain)}
        readOnly={!mayChange}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => setForm({ ...form, staffDomains: event.currentTarget.value })}
      />
      <fieldset className={styles.channels}>
        <legend>{TEXT.chatChannels}</legend>
        {CHANNELS.map((name) => (
          <Switch
            key={name}
            label={TEXT.channels[name]}
            checked={form[name]}
            disabled={!mayChange}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      {address === null ? <p className={styles.small}>{TEXT.demoAddress}</p> : null}
      <Problem>{problem}</Problem>
      {mayChange ? (
        <div>
          <Button type="submit" loading={isBusy} disabled={!isChanged}>
            {TEXT.save}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

/** As the contract has it, so that the field itself says what is wrong. */
const MAIL_DOMAIN = /^@?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

type Showing = { readonly what: 'draft' | 'publish' | 'versions'; readonly kind: LegalKind }

function Legal({ tenant }: { readonly tenant: Tenant }) {
  const client = useQueryClient()
  const mayChange = useMayChange()
  const [showing, setShowing] = useState<Showing | null>(null)
  const { present, texts, company } = tenant
  const close = () => setShowing(null)
  const refresh = () => client.invalidateQueries({ queryKey: TENANT })
  const draftOf = (kind: LegalKind) => texts.find((one) => one.kind === kind && one.state === 'DRAFT') ?? null
  const kindFor = (what: Showing['what']) => (showing?.what === what ? showing.kind : null)
  const [drafting, publishing, looking] = [kindFor('draft'), kindFor('publish'), kindFor('versions')]
  const button = { size: 'xs', variant: 'default' } as const
  return (
    <section className={styles.card} aria-label={TEXT.legal}>
      <h2>{TEXT.legal}</h2>
      <p className={styles.lead}>{TEXT.legalLead}</p>
      <ul className={styles.texts}>
        {present.map(({ kind, title, sections, isApproved }) => {
          const ofKind = texts.filter((one) => one.kind === kind)
          const published = ofKind.find(({ state }) => state === 'PUBLISHED')
          const draft = draftOf(kind)
          const words = LEGAL_KINDS[kind]
          return (
            <li key={kind} aria-label={words}>
              <div>
                <h3>{words}</h3>
                {isApproved ? (
                  <p className={styles.small}>
                    {published?.publishedAt
                      ? TEXT.published(
                          ofKind.filter(({ state }) => state !== 'DRAFT').length,
                          momentText(published.publishedAt),
                          published.publishedBy,
                        )
                      : TEXT.own}
                  </p>
                ) : (
                  <p className={styles.draft}>{notYetApproved(company.companyName)}</p>
                )}
                {draft ? (
                  <p className={styles.small}>{TEXT.draftOf(momentText(draft.changedAt), draft.changedBy)}</p>
                ) : null}
              </div>
              <div className={styles.actions}>
                {mayChange ? (
                  <Button
                    {...button}
                    aria-label={draft ? TEXT.editDraftOf(words) : TEXT.writeOf(words)}
                    onClick={() => setShowing({ what: 'draft', kind })}
                  >
                    {draft ? TEXT.editDraft : TEXT.write}
                  </Button>
                ) : null}
                {mayChange && draft ? (
                  <Button
                    {...button}
                    aria-label={TEXT.publishOf(words)}
                    onClick={() => setShowing({ what: 'publish', kind })}
                  >
                    {TEXT.publish}
                  </Button>
                ) : null}
                <Button
                  {...button}
                  aria-label={TEXT.versionsOf(ofKind.length, words)}
                  disabled={ofKind.length === 0}
                  onClick={() => setShowing({ what: 'versions', kind })}
                >
                  {TEXT.versions(ofKind.length)}
                </Button>
              </div>
              <details>
                <summary>
                  {TEXT.read}: {title}
                </summary>
                <div className={styles.words}>
                  {sections.map(({ heading, text }) => (
                    <div key={heading}>
                      <h4>{heading}</h4>
                      <p>{text}</p>
                    </div>
                  ))}
                </div>
              </details>
            </li>
          )
        })}
      </ul>
      <DraftDialog
        kind={drafting}
        draft={drafting === null ? null : draftOf(drafting)}
        present={present.find(({ kind }) => kind === drafting) ?? null}
        onClose={close}
        onSaved={refresh}
      />
      <PublishDialog
        draft={publishing === null ? null : draftOf(publishing)}
        onClose={close}
        onDone={refresh}
      />
      <VersionsDialog kind={looking} texts={texts.filter(({ kind }) => kind === looking)} onClose={close} />
    </section>
  )
}

/** As a spreadsheet reads it; what would count as a formula doesn't. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

function Acceptances() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [...TENANT, 'acceptances'],
    queryFn: ({ signal }) => api.call(legalAcceptances, undefined, { quiet: true, signal }),
  })
  const save = () => {
    const rows = (data?.rows ?? []).map(({ displayName, userName, title, version, acceptedAt }) =>
      [displayName, userName, title, version, acceptedAt].map(cell).join(','),
    )
    const head = ['Person', 'User name', 'Version', 'Published', 'Accepted'].map(cell).join(',')
    const url = URL.createObjectURL(new Blob([[head, ...rows].join('\r\n')], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'acceptances.csv'
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <section className={styles.card} aria-label={TEXT.acceptances}>
      <h2>{TEXT.acceptances}</h2>
      {error && !data ? (
        <LoadFailure title={TEXT.acceptancesFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={60} />
        </div>
      ) : (
        <>
          {data.missing > 0 ? <p className={styles.lead}>{TEXT.waiting(data.missing)}</p> : null}
          {data.rows.length === 0 ? (
            <p className={styles.small}>{TEXT.noAcceptances}</p>
          ) : (
            <>
              <div className={styles.table}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{TEXT.person}</th>
                      <th scope="col">{TEXT.version}</th>
                      <th scope="col">{TEXT.acceptedAt}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.rows
                      .slice(0, ACCEPTANCES_SHOWN)
                      .map(({ userID, displayName, title, version, acceptedAt }) => (
                        <tr key={`${userID} ${acceptedAt}`}>
                          <td>{displayName}</td>
                          <td>
                            {title} {momentText(version)}
                          </td>
                          <td>{momentText(acceptedAt)}</td>
                        </tr>
                      ))}
                  </tbody>
                </table>
              </div>
              {data.rows.length > ACCEPTANCES_SHOWN ? (
                <p className={styles.small}>{TEXT.moreAcceptances(data.rows.length - ACCEPTANCES_SHOWN)}</p>
              ) : null}
              <div>
                <Button size="xs" variant="default" onClick={save}>
                  {TEXT.export}
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </section>
  )
}
