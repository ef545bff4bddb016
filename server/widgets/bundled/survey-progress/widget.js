// A sample of a widget: it is handed pairs of key and value by the page around it and shows them.
// `title` and `updated` are texts; every other pair is a quota, its value 'done/target'.
// A classic script: module scripts are fetched with CORS, which a sandboxed page has no origin for.

const byID = (id) => document.getElementById(id)

function quota(name, value) {
  const [done, target] = value.split('/').map(Number)
  if (!Number.isFinite(done) || !(target > 0)) return null
  const item = document.createElement('div')
  const row = document.createElement('div')
  const term = document.createElement('dt')
  const figures = document.createElement('dd')
  const track = document.createElement('div')
  const bar = document.createElement('span')
  row.className = 'row'
  track.className = 'track'
  term.textContent = name
  figures.textContent = `${done} of ${target}`
  bar.style.width = `${Math.min(100, (done / target) * 100)}%`
  row.append(term, figures)
  track.append(bar)
  item.append(row, track)
  return item
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.type !== 'wurkshare-data' || !Array.isArray(data.data)) return
  const pairs = data.data.map(({ key, value }) => [String(key), String(value)])
  const texts = Object.fromEntries(pairs)
  byID('title').textContent = texts.title ?? texts.demo ?? 'Survey progress'
  byID('updated').textContent = texts.updated ? `Updated ${texts.updated}` : ''
  const quotas = pairs
    .filter(([key]) => !['title', 'updated', 'demo'].includes(key))
    .map(([key, value]) => quota(key, value))
  byID('quotas').replaceChildren(...quotas.filter(Boolean))
})

window.parent.postMessage('wurkshare-ready', '*')
