import fs from 'node:fs';
import * as path from "path"
import React, { useState, type FC as Component } from 'react';
import type { Foo } from './foo';
import './side.css';
import data from './data.json' with { type: 'json' };
import legacy = require('legacy');
const express = require('express');
const { Router, json: parse } = require('express');
const { readFile } = require('fs').promises;
const join = require('path').join;
const { z } = await import('zod');
require('dotenv').config();
const app = require('express')();
export { a as b, default } from './a';
export * from './all';
export * as ns from './ns';
export { app, join };
