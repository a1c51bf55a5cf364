export const manifest = {
  'swagger-ui.css': { mediaType: 'text/css; charset=utf-8', sha256: 'a6a4cf68f069eb89984d5d43644e6a812e749df08d2b1320c6e06e6973847d10' },
  'swagger-ui-bundle.js': { mediaType: 'text/javascript; charset=utf-8', sha256: 'e6a898692f2d768e807c3ba4626068a69a2c5dd960dd6c76f3e4d3a3de180af2' },
  'swagger-ui-init.js': { mediaType: 'text/javascript; charset=utf-8', sha256: 'd20c6d94ae1e0caf903a0a63bfd8ba19aa65622250085a86977c2c642e74a9aa' },
  'oauth2-redirect.js': { mediaType: 'text/javascript; charset=utf-8', sha256: 'a5c8a34e09e49737382cc5019446eec7c3db3461963fc5bfe448361d3c5549e9' },
  'redoc.standalone.js': { mediaType: 'text/javascript; charset=utf-8', sha256: 'd57d48ec23c66b059d22ad1bb2fdc2de99c9e96586170d114ad0020c5065627a' },
  'redoc-init.js': { mediaType: 'text/javascript; charset=utf-8', sha256: '652788fb3fb0aa95eb55be4688f2fcada386cd24e31a2b56edf684071213c71c' },
  'docs.css': { mediaType: 'text/css; charset=utf-8', sha256: 'f46becc6ce39cf1d5f9f2817dff7a3e7fe373d96deec1cc4e3d88162fa565855' },
}
