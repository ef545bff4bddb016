import { Button, NativeSelect } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  activateForm,
  type QcForm,
  type QcProject,
  qcForms,
  retireForm,
  saveQcProject,
} from '#shared/contract/qc.ts'
import { MONITORING_CONSENTS, type MonitoringConsent } from '#shared/domain/quality.ts'
import {
  CONSENT_LABELS,
  FORM_STATUS_LABELS,
  QC_KIND_LABELS,
  SEVERITY_LABELS,
} from '#shared/domain/quality-words.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { bySection } from './ReviewRead.tsx'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'

const FormEditor = lazyCode(async () => (await import('./FormEditor.tsx')).FormEditor)

type Editing = { readonly form: QcForm | null; readonly isCopy: boolean }

/** Forms with their versions, and what projects are reviewed by (spec 4 §4.4.3). */
export function Forms() {
  const { api } = useServices()
  const mayMake = useSession(({ permissions }) => permissions.can('ISUPERVISOR_CAN_CREATE_QC_FORM'))
  const [editing, setEditing] = useState<Editing | null>(null)
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'forms'],
    queryFn: ({ signal }) => api.call(qcForms, {}, { quiet: true, signal }),
  })
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.forms}</h2>
        {mayMake ? (
          <Button onClick={() => setEditing({ form: null, isCopy: false })}>{TEXT.newForm}</Button>
        ) : null}
      </div>
      {editing ? (
        <Suspense>
          <FormEditor
            key={`${editing.form?.id ?? 0} ${editing.isCopy}`}
            {...editing}
            onDone={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
      <Loaded query={query} words={TEXT}>
        {({ forms, projects }) => (
          <>
            {forms.length === 0 ? (
              <EmptyState icon={<IconForms size={26} />} title={TEXT.noForm} />
            ) : (
              <ul className={styles.list}>
                {forms.map((form) => (
                  <OneForm
                    key={form.id}
                    form={form}
                    mayMake={mayMake}
                    onEdit={(isCopy) => setEditing({ form, isCopy })}
                  />
                ))}
              </ul>
            )}
            {projects.length === 0 || forms.length === 0 ? null : (
              <section className={styles.section} aria-label={TEXT.projects}>
                <h3>{TEXT.projects}</h3>
                <p className={styles.quiet}>{TEXT.projectsLead}</p>
                <ul className={styles.list}>
                  {projects.map((project) => (
                    <OneProject key={project.id} project={project} forms={forms} mayMake={mayMake} />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function useChange() {
  const { notices } = useServices()
  const client = useQueryClient()
  return async (work: () => Promise<unknown>, said?: string) => {
    try {
      await work()
      if (said) notices.show('success', said)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    await client.invalidateQueries({ queryKey: [QUALITY_KEY, 'forms'] })
  }
}

interface OneFormProps {
  readonly form: QcForm
  readonly mayMake: boolean
  readonly onEdit: (isCopy: boolean) => void
}

function OneForm({ form, mayMake, onEdit }: OneFormProps) {
  const { api } = useServices()
  const change = useChange()
  const [isShown, setShown] = useState(false)
  const [newest] = form.versions
  const active = form.versions.find(({ status }) => status === 'ACTIVE')
  const seen = { id: form.id, revision: form.revision }
  return (
    <li>
      <div className={styles.row} data-plain="true">
        <span>
          <strong>{form.name}</strong>
          <small>{[QC_KIND_LABELS[form.kind], TEXT.items(newest?.items.length ?? 0)].join(' · ')}</small>
        </span>
        <span className={styles.chips}>
          {form.versions.slice(0, 3).map(({ version, status, reviews }) => (
            <span
              key={version}
              className={styles.chip}
              data-outcome={status === 'ACTIVE' ? 'PASS' : undefined}
            >
              {TEXT.version(version)}: {FORM_STATUS_LABELS[status]}, {TEXT.usedIn(reviews)}
            </span>
          ))}
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? TEXT.hidePreview : TEXT.preview}
          </Button>
          {mayMake ? (
            <>
              <Button size="compact-sm" variant="default" onClick={() => onEdit(false)}>
                {TEXT.edit}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => onEdit(true)}>
                {TEXT.copy}
              </Button>
              {newest?.status === 'DRAFT' ? (
                <Button
                  size="compact-sm"
                  onClick={() =>
                    void change(() => api.call(activateForm, seen, { quiet: true }), TEXT.activated)
                  }
                >
                  {TEXT.activate}
                </Button>
              ) : null}
              {active ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void change(() => api.call(retireForm, seen, { quiet: true }), TEXT.retired)}
                >
                  {TEXT.retire}
                </Button>
              ) : null}
            </>
          ) : null}
        </span>
      </div>
      {isShown && newest ? (
        <div className={styles.opened}>
          {bySection(newest.items).map(([section, items]) => (
            <section key={section} className={styles.said} aria-label={section || form.name}>
              <h4>{section}</h4>
              <ul className={styles.answers}>
                {items.map((item) => (
                  <li key={item.id}>
                    <span>
                      {item.text}
                      {item.help === '' ? null : <small>{item.help}</small>}
                    </span>
                    <small>
                      {SEVERITY_LABELS[item.severity]} · {REVIEW_TEXT.weight(item.weight)}
                    </small>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : null}
    </li>
  )
}

interface OneProjectProps {
  readonly project: QcProject
  readonly forms: readonly QcForm[]
  readonly mayMake: boolean
}

function OneProject({ project, forms, mayMake }: OneProjectProps) {
  const { api } = useServices()
  const change = useChange()
  const { id, name, monitoringConsent, qcFormID } = project
  const save = (more: Partial<QcProject>) =>
    void change(() => api.call(saveQcProject, { id, monitoringConsent, qcFormID, ...more }, { quiet: true }))
  return (
    <li>
      <div className={styles.row} data-plain="true">
        <strong>{name}</strong>
        <span className={styles.chips}>
          <NativeSelect
            size="xs"
            aria-label={`${TEXT.consent}: ${name}`}
            disabled={!mayMake}
            value={monitoringConsent}
            data={MONITORING_CONSENTS.map((one) => ({ value: one, label: CONSENT_LABELS[one] }))}
            onChange={(event) => save({ monitoringConsent: event.currentTarget.value as MonitoringConsent })}
          />
          <NativeSelect
            size="xs"
            aria-label={`${TEXT.byForm}: ${name}`}
            disabled={!mayMake}
            value={String(qcFormID ?? 0)}
            data={[
              { value: '0', label: TEXT.firstForm },
              ...forms.map((form) => ({ value: String(form.id), label: form.name })),
            ]}
            onChange={(event) => save({ qcFormID: Number(event.currentTarget.value) || null })}
          />
        </span>
      </div>
    </li>
  )
}
