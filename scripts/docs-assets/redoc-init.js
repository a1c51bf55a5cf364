// Starts ReDoc on the page's root element, which names the document to show. Fonts are the reader's own.
;(() => {
  const root = document.getElementById('redoc')
  const sans = 'system-ui, sans-serif'
  const typography = {
    fontFamily: sans,
    headings: { fontFamily: sans },
    code: { fontFamily: 'ui-monospace, monospace' },
  }
  window.Redoc.init(root.dataset.openapiUrl, { nativeScrollbars: true, theme: { typography } }, root)
})()
