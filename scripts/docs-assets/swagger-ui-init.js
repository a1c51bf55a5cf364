// Starts Swagger UI on the page's root element, which names the document to show.
;(() => {
  const root = document.getElementById('swagger-ui')
  window.SwaggerUIBundle({
    url: root.dataset.openapiUrl,
    domNode: root,
    deepLinking: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
  })
})()
