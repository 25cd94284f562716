'use strict';
var fs = require('fs'), { join, resolve: abs } = require("path");
const lazy = require('lazy')(require);

exports = module.exports = createApplication;
exports.Router = require('router');
exports.static = serve;
exports.version = '1.0';
module.exports.helper = function helper(a, b = 2) { return a + b };
Object.defineProperty(exports, 'late', { enumerable: true, get: function () { return fs.late } });

/**
 * Makes an application.
 *
 * @param {Object} [options={}] how
 * @param {string} name
 * @returns {Application} the application
 */
function createApplication(options, name) {
  return new Application(options);
}
createApplication.strict = true;

function Application(options) { this.options = options; }
Application.prototype.listen = function listen(port) { return this; };
Application.prototype.close = () => null
Application.create = function () {};
util.inherits(Application, EventEmitter);

class Box extends Application {
  constructor(x) { super(); this.x = x; this.map = new Map(); function f() { this.no = 1 } }
  open() { this.x = 2; this.opened = true }
}
const api = {
  get(url) { return fetch(url) },
  post: async (url, body) => {},
  base: 'http://x',
  get size() { return 1 },
  'quoted-name': 1,
  serve,
};
let regex = a++ / 2, after = x ? /}/ : `${`}`}`;
