// Starts Swagger UI on the page's root element, which names the document to show and how to sign in.
;(() => {
  const root = document.getElementById('swagger-ui')
  const { pageUrl, openapiUrl, oauth2RedirectUrl, clientId } = root.dataset
  // A relative tokenUrl is found from the address that is shown, and the page is served under two forms of it.
  window.history.replaceState(null, '', pageUrl + window.location.search + window.location.hash)
  const ui = window.SwaggerUIBundle({
    url: openapiUrl,
    domNode: root,
    deepLinking: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    ...(oauth2RedirectUrl && { oauth2RedirectUrl: new URL(oauth2RedirectUrl, window.location.href).href }),
  })
  if (oauth2RedirectUrl) ui.initOAuth({ clientId, usePkceWithAuthorizationCodeGrant: true })
})()
