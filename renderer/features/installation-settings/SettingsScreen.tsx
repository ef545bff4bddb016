import './mantine-styles.ts'
import { Button, Switch, TextInput } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { exportSettings } from '#shared/contract/admin-settings.ts'
import type { StyleSettings } from '#shared/contract/settings-entities.ts'
import { settingOf } from '#shared/settings/registry.ts'
import { SETTING_SECTIONS, type SettingSection } from '#shared/settings/setting.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useSignedInServices } from '../../services/shell-tools.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { useShownWithin } from '../../ui/use-shown-within.ts'
import { LicenceSettings } from '../licence/index.ts'
import { RetentionSettings } from '../retention/index.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { SettingCard } from './SettingCard.tsx'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'
import { type PageSetting, useSettingsPage } from './use-settings-page.ts'
import { wordsOf } from './words.ts'

/** How long discarded changes can be taken back. */
const UNDO_MS = 10_000

const isSection = (text: string | null): text is SettingSection =>
  text !== null && Object.hasOwn(SETTING_SECTIONS, text)

function matches({ key, value }: PageSetting, term: string): boolean {
  const { label, meaning, shape, section } = settingOf(key)
  const texts = [label, meaning, SETTING_SECTIONS[section], wordsOf(shape, value), JSON.stringify(value)]
  return texts.some((text) => text.toLowerCase().includes(term))
}

/** Shows unsaved colours in this window as long as somebody wants that. */
function usePreview(settings: readonly PageSetting[]) {
  const { settings: store } = useSignedInServices()
  const [isOn, setOn] = useState(false)
  const themes = settings.filter(({ key }) => key === 'look.themeLight' || key === 'look.themeDark')
  const fitting = themes.filter(({ fault }) => fault === null)
  const text = JSON.stringify(fitting.map(({ key, value }) => [key, value]))
  useEffect(() => {
    if (!isOn) return
    for (const [key, value] of JSON.parse(text) as [string, StyleSettings][])
      store.put(key === 'look.themeLight' ? 'themeLight' : 'themeDark', value)
  }, [isOn, text, store])
  useEffect(() => {
    if (!isOn) return
    return () => {
      const { read } = store.store.getState()
      for (const name of ['themeLight', 'themeDark'] as const) if (read.includes(name)) store.refresh(name)
    }
  }, [isOn, store])
  return { isOn, setOn }
}

/** Admin › Configuration › Settings (spec 5 §5.1). */
export function SettingsScreen() {
  const page = useSettingsPage()
  const { settings, isLoaded, error, refetch } = page
  return (
    <section className={styles.screen} aria-labelledby="settings-title">
      <Head onImported={page.refresh} />
      {error && !isLoaded ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : isLoaded ? (
        <Sections page={page} settings={settings} />
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={420} />
        </div>
      )}
    </section>
  )
}

function Head({ onImported }: { readonly onImported: () => Promise<void> }) {
  const { api, notices } = useServices()
  const [isImporting, setImporting] = useState(false)
  const save = async () => {
    try {
      const file = await api.call(exportSettings, undefined, { quiet: true })
      const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `fieldwork-settings-${file.exportedAt.slice(0, 10)}.json`
      link.click()
      URL.revokeObjectURL(url)
      notices.show('success', TEXT.exported)
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
  }
  return (
    <header className={styles.head}>
      <div>
        <h1 id="settings-title">{TEXT.title}</h1>
        <p className={styles.lead}>{TEXT.lead}</p>
      </div>
      <div className={styles.headActions}>
        <Button size="sm" variant="default" onClick={() => void save()}>
          {TEXT.export}
        </Button>
        <Button size="sm" variant="default" onClick={() => setImporting(true)}>
          {TEXT.import}
        </Button>
      </div>
      <ImportDialog isOpen={isImporting} onClose={() => setImporting(false)} onImported={onImported} />
    </header>
  )
}

type Page = ReturnType<typeof useSettingsPage>

function Sections({ page, settings }: { readonly page: Page; readonly settings: readonly PageSetting[] }) {
  const [params, setParams] = useSearchParams()
  const [shownHistory, setHistory] = useState<PageSetting | null>(null)
  const preview = usePreview(settings)
  const { notices } = useServices()
  const wanted = params.get('section')
  const section = isSection(wanted) ? wanted : 'look'
  const term = (params.get('q') ?? '').trim().toLowerCase()
  const shown = settings.filter((one) =>
    term === '' ? settingOf(one.key).section === section : matches(one, term),
  )
  const names = Object.entries(SETTING_SECTIONS).filter(
    ([name]) =>
      // The licence is no setting: it comes as a file.
      name === 'licence' || settings.some(({ key }) => settingOf(key).section === name),
  )
  const strip = useRef<HTMLElement>(null)
  useShownWithin(strip, `[data-section="${section}"]`)
  const search = (text: string) =>
    setParams(text === '' ? { section } : { section, q: text }, { replace: true })
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.side}>
          <TextInput
            type="search"
            aria-label={TEXT.search}
            placeholder={TEXT.search}
            value={params.get('q') ?? ''}
            onChange={(event) => search(event.currentTarget.value)}
          />
          <nav ref={strip} aria-label={TEXT.sections}>
            {names.map(([name, label]) => {
              const changed = settings.filter(
                ({ key, isChanged }) => isChanged && settingOf(key).section === name,
              ).length
              return (
                <button
                  key={name}
                  type="button"
                  data-section={name}
                  aria-current={term === '' && name === section ? 'true' : undefined}
                  onClick={() => setParams({ section: name })}
                >
                  {label}
                  {changed > 0 ? <span className={styles.count}>{changed}</span> : null}
                </button>
              )
            })}
          </nav>
        </div>
        <div className={styles.main}>
          <div className={styles.mainHead}>
            <h2>{term === '' ? SETTING_SECTIONS[section] : TEXT.found(shown.length)}</h2>
            {term === '' && section === 'look' ? (
              <Switch
                label={TEXT.preview}
                description={TEXT.previewHint}
                checked={preview.isOn}
                onChange={(event) => preview.setOn(event.currentTarget.checked)}
              />
            ) : null}
          </div>
          {term === '' && section === 'licence' ? (
            <Suspense fallback={null}>
              <LicenceSettings />
            </Suspense>
          ) : shown.length === 0 ? (
            <p className={styles.quiet}>
              {TEXT.nothing(term)}{' '}
              <Button size="compact-sm" variant="subtle" onClick={() => search('')}>
                {TEXT.clearSearch}
              </Button>
            </p>
          ) : (
            <ul className={styles.settings}>
              {shown.map((setting) => (
                <SettingCard
                  key={setting.key}
                  setting={setting}
                  onChange={(value) => page.change(setting.key, value)}
                  onUndo={() => page.undo(setting.key)}
                  onHistory={() => setHistory(setting)}
                />
              ))}
            </ul>
          )}
          {term === '' && section === 'retention' ? (
            <Suspense fallback={null}>
              <RetentionSettings
                changed={shown
                  .filter(({ isChanged }) => isChanged)
                  .map(({ key, value }) => ({ key, value, label: settingOf(key).label }))}
              />
            </Suspense>
          ) : null}
        </div>
      </div>
      <SaveBar page={page} changes={settings.filter(({ isChanged }) => isChanged)} />
      <HistoryDialog
        setting={shownHistory}
        onClose={() => setHistory(null)}
        onRestore={(value) => {
          if (shownHistory) page.change(shownHistory.key, value)
          setHistory(null)
          notices.show('info', TEXT.restored)
        }}
      />
    </>
  )
}

function SaveBar({ page, changes }: { readonly page: Page; readonly changes: readonly PageSetting[] }) {
  const [isReviewing, setReviewing] = useState(false)
  const [discarded, setDiscarded] = useState<Page['draft'] | null>(null)
  const wrong = changes.filter(({ fault }) => fault !== null)
  const isShown = changes.length > 0 || isReviewing
  return (
    <div className={styles.foot}>
      <UndoLine
        said={discarded === null || isShown ? null : TEXT.discarded}
        undo={TEXT.undo}
        onUndo={() => {
          page.restoreDraft(discarded ?? {})
          setDiscarded(null)
        }}
        ends={{ of: discarded, afterMs: UNDO_MS, onEnd: () => setDiscarded(null) }}
      />
      {isShown ? (
        <section className={styles.bar} aria-label={TEXT.unsaved}>
          <span role="status">
            {TEXT.pending(changes.length)}
            {wrong.length > 0 ? <em>{TEXT.wrong(wrong.length)}</em> : null}
          </span>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              setDiscarded(page.draft)
              page.clear()
            }}
          >
            {TEXT.discard}
          </Button>
          <Button size="sm" disabled={wrong.length > 0} onClick={() => setReviewing(true)}>
            {TEXT.review}
          </Button>
        </section>
      ) : null}
      <ReviewDialog
        isOpen={isReviewing}
        changes={changes}
        onClose={() => setReviewing(false)}
        onSaved={async () => {
          await page.refresh()
          page.clear()
        }}
      />
    </div>
  )
}
